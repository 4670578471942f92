import { sweep } from "@marketplace/object-store";
import type { PutBehavior } from "@marketplace/object-store/faulty-store.fixture";
import { expectProblem } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import { pdf, seller, xml } from "../../service.fixture.ts";
import { failingUploads } from "./failing-uploads.fixture.ts";
import { pathOf } from "./slow-upload.fixture.ts";

const service = await failingUploads({ timeoutSeconds: 30 });
const { http, sale, elapse, deps, setPuts, send, objects, owned, expectOnlyOwnedObjects } = service;

describe("a store that", () => {
  it.each<PutBehavior>(["refuses", "fails half way", "fails afterwards"])(
    "%s makes the upload 503 and leaves nothing; a retry works",
    (puts) => service.expectRetryWorks(puts),
  );

  it("loses an object is told apart from a document that never was", async () => {
    const { packId } = await sale();
    const [id] = (await send(packId)).json<{ ids: string[] }>().ids;
    const document = await deps.documents.find(id ?? "");
    await deps.store.delete(document?.objectKey ?? "");
    for (const method of ["GET", "HEAD"]) {
      const answer = await http.request(method, `${pathOf(packId)}/${id}`, { as: seller });
      expect(answer.status).toBe(404);
    }
    const answer = await http.get(`${pathOf(packId)}/${id}`, { as: seller });
    const message = `The fiscal_document with id: ${id} could not be retrieved from storage`;
    expectProblem(answer, 404, "not_found", message);
    await http.delete(pathOf(packId), { as: seller });
  });

  it("cannot remove objects gets another chance later", async () => {
    const { packId } = await sale();
    await send(packId);
    await http.delete(pathOf(packId), { as: seller });
    await elapse(60_000);
    setPuts("refuses");
    expect(await sweep(deps)).toBe(0);
    setPuts("works");
    expect(await sweep(deps)).toBe(0);
    await expectOnlyOwnedObjects();
  });
});

describe("a crash", () => {
  it("between the announcement and the object leaves a key that the sweep forgets", async () => {
    await deps.unowned.announce(["fiscal-documents/never-written"], 0);
    await expectOnlyOwnedObjects();
  });

  it("between the object and its row leaves nothing visible; the sweep removes the object, but not before its time", async () => {
    const { packId } = await sale();
    const real = deps.documents.add;
    deps.documents.add = () => Promise.reject(new Error("killed"));
    const { release } = deps.unowned;
    deps.unowned.release = () => Promise.reject(new Error("killed"));
    expectProblem(await send(packId), 500, "internal_server_error");
    Object.assign(deps.documents, { add: real });
    Object.assign(deps.unowned, { release });
    const left = (await objects()).length - (await owned()).length;
    expect(left).toBe(1);
    expect(await sweep(deps)).toBe(0);
    expectProblem(await http.get(pathOf(packId), { as: seller }), 404, "not_found");
    expect((await send(packId)).status).toBe(200);
    await expectOnlyOwnedObjects();
  });

  it("in the middle of the commit leaves all of it undone", async () => {
    const { packId } = await sale();
    const { recording } = deps.outbox;
    deps.outbox.recording = () => ({ statement: "INSERT INTO outbox_events DEFAULT VALUES", values: [] });
    expectProblem(await send(packId, [pdf(), xml()]), 500, "internal_server_error");
    deps.outbox.recording = recording;
    expectProblem(await http.get(pathOf(packId), { as: seller }), 404, "not_found");
    const { rows } = await service.db.pool.query("SELECT 1 FROM outgoing_mail WHERE pack_id = $1", [packId]);
    expect(rows).toHaveLength(0);
    await expectOnlyOwnedObjects();
  });

  it("an upload slower than the sweep's grace is refused rather than left without its object", async () => {
    const { packId } = await sale();
    const { put } = deps.store;
    deps.store.put = async (...upload) => {
      const result = await put(...upload);
      await elapse(61_000);
      await sweep(deps);
      return result;
    };
    expectProblem(await send(packId), 503, "service_unavailable");
    deps.store.put = put;
    await expectOnlyOwnedObjects();
  });
});

describe("at once", () => {
  it("of fifty uploads of one type to one pack one wins, and one object stays", async () => {
    const { packId } = await sale();
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(packId)));
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([200, ...Array<number>(49).fill(409)]);
    await expectOnlyOwnedObjects();
  });

  it("a slot whose file is deleted meanwhile is taken", async () => {
    const { packId } = await sale();
    expect((await send(packId)).status).toBe(200);
    const { ofPack } = deps.documents;
    deps.documents.ofPack = async (id) => {
      deps.documents.ofPack = ofPack;
      await http.delete(pathOf(packId), { as: seller });
      return ofPack(id);
    };
    expect((await send(packId, [pdf(), xml()])).status).toBe(200);
    await expectOnlyOwnedObjects();
  });

  it("pairs sent in both orders do not block each other: one pair wins whole", async () => {
    const { packId } = await sale();
    const pairs = Array.from({ length: 10 }, (_, n) => (n % 2 ? [pdf(), xml()] : [xml(), pdf()]));
    const answers = await Promise.all(pairs.map((pair) => send(packId, pair)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const list = await http.get(pathOf(packId), { as: seller });
    expect(list.json<{ fiscal_documents: unknown[] }>().fiscal_documents).toHaveLength(2);
    await expectOnlyOwnedObjects();
  });

  it("ten deletions: one names the file, the others find nothing", async () => {
    const { packId } = await sale();
    await send(packId);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => http.delete(pathOf(packId), { as: seller })),
    );
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([200, ...Array<number>(9).fill(404)]);
    await expectOnlyOwnedObjects();
  });

  it("two sweeps share the work", async () => {
    const keys = Array.from({ length: 120 }, (_, n) => `fiscal-documents/left-${n}`);
    await deps.unowned.announce(keys, 0);
    const [a, b] = await Promise.all([sweep(deps), sweep(deps)]);
    expect((a ?? 0) + (b ?? 0)).toBe(120);
    await expectOnlyOwnedObjects();
  });
});
