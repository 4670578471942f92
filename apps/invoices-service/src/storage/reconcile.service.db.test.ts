import { Readable } from "node:stream";
import { type ObjectEntry, sweep } from "@marketplace/object-store";
import { systemClock } from "@marketplace/server";
import { beforeAll, describe, expect, it } from "vitest";
import { invoicesService, multipart, pdf, seller } from "../service.fixture.ts";
import { reconcile } from "./reconcile.service.ts";

const { http, sale, clock, elapse, deps } = await invoicesService();
const uploaded = async () => {
  const { packId } = await sale();
  const answer = await http.post(`/packs/${packId}/fiscal_documents`, { as: seller, ...multipart([pdf()]) });
  const [id = ""] = answer.json<{ ids: string[] }>().ids;
  const document = await deps.documents.find(id);
  return { packId, id, key: document?.objectKey ?? "" };
};

describe("reconciliation", () => {
  const stray = "fiscal-documents/stray";
  let whole: Awaited<ReturnType<typeof uploaded>>;
  let lost: Awaited<ReturnType<typeof uploaded>>;
  beforeAll(async () => {
    whole = await uploaded();
    lost = await uploaded();
    await deps.store.delete(lost.key);
    await deps.store.put(stray, Readable.from([Buffer.from("abc")]), { contentType: "application/pdf" });
    // Objects carry the store's own time, which the fixture's clock, of the machine too, has to be ahead of.
    clock.set(new Date(Date.now() + 3_600_000));
  });

  it("lists what differs and changes nothing unless told to", async () => {
    const differences = [
      { kind: "stray_object", key: stray, size: 3 },
      { kind: "lost_document", id: lost.id, packId: lost.packId, filename: "invoice.pdf", key: lost.key },
    ];
    const expected = { documents: 2, objects: 2, differences, mended: false };
    expect(await reconcile(deps, { mend: false })).toEqual(expected);
    expect(await reconcile(deps, { mend: false })).toEqual(expected);
  });

  it("ends within a page and while it mends once its signal says so, and mends nothing from then on", async () => {
    const { stat } = deps.store;
    const ending = new AbortController();
    let asked = 0;
    const store = {
      ...deps.store,
      async stat(key: string) {
        asked += 1;
        ending.abort(new Error("the service ended"));
        return stat(key);
      },
    };
    const { signal } = ending;
    await expect(reconcile({ ...deps, store }, { mend: true, signal })).rejects.toThrow("the service ended");
    expect(asked).toBe(1);

    const mending = new AbortController();
    const given: string[] = [];
    const disown: typeof deps.unowned.disown = async (keys) => {
      given.push(...keys);
      mending.abort(new Error("the service ended"));
    };
    const unowned = { ...deps.unowned, disown };
    const run = reconcile({ ...deps, unowned }, { mend: true, signal: mending.signal });
    await expect(run).rejects.toThrow("the service ended");
    expect(given).toEqual([stray]);
    expect(await deps.documents.find(lost.id)).toBeDefined();
  });

  it("mends: the slot is free again, and the stray object is swept", async () => {
    expect(await reconcile(deps, { mend: true })).toMatchObject({ mended: true });
    expect(await sweep(deps)).toBe(0);
    await elapse(900_000);
    await sweep(deps);
    expect(await reconcile(deps, { mend: false })).toEqual({
      documents: 1,
      objects: 1,
      differences: [],
      mended: false,
    });
    const again = await http.post(`/packs/${lost.packId}/fiscal_documents`, {
      as: seller,
      ...multipart([pdf()]),
    });
    expect(again.status).toBe(200);
    expect(await deps.store.stat(whole.key)).not.toBeNull();
  });

  it("does not name an object that the sweep removes after it was listed", async () => {
    const { list } = deps.store;
    const before = await reconcile(deps, { mend: false });
    const { packId } = await uploaded();
    clock.set(new Date(Date.now() + 3_600_000));
    await http.delete(`/packs/${packId}/fiscal_documents`, { as: seller });
    await elapse(900_000);
    deps.store.list = async function* (prefix) {
      const listed: ObjectEntry[] = [];
      for await (const entry of list(prefix)) listed.push(entry);
      await sweep(deps);
      yield* listed;
    };
    const during = await reconcile(deps, { mend: false });
    deps.store.list = list;
    expect(during).toEqual({ ...before, objects: before.objects + 1 });
  });

  it("leaves young objects alone, because they may belong to uploads in progress", async () => {
    await deps.store.put("fiscal-documents/young", Readable.from([Buffer.from("abc")]), {
      contentType: "application/pdf",
    });
    // A sandbox's clock may be ahead; the store's time is the machine's.
    clock.set(new Date(Date.now() + 3_600_000));
    const { differences } = await reconcile({ ...deps, systemClock }, { mend: true });
    expect(differences).toEqual([]);
    expect(await deps.store.stat("fiscal-documents/young")).not.toBeNull();
  });
});
