import { Readable } from "node:stream";
import { asCaller, conforms, expectProblem } from "@marketplace/testkit";
import { afterEach, describe, expect, it, vi } from "vitest";
import { invoicesService, multipart, pdf, seller } from "../service.fixture.ts";
import { reconciliations } from "./reconciliations.resource.ts";

const { http, sale, clock, deps } = await invoicesService();
const operator = asCaller({ userId: 3_000_000_009, roles: ["operator"] });
const path = "/operations/invoice_reconciliations";

interface Run {
  id: number;
  status: string;
  difference_count: number;
}
const start = (mend = false) => http.post(path, { as: operator, body: { mend } });
async function ran(mend = false) {
  const { id } = (await start(mend)).json<Run>();
  await deps.runs.settled();
  return (await http.get(`${path}/${id}`, { as: operator })).json<Run>();
}

describe("a reconciliation of invoices", () => {
  afterEach(async () => {
    await deps.runs.settled();
    await deps.db.pool.query("DELETE FROM reconciliations");
  });

  it("is begun, counts what it looked at, and lists what differs until it is mended", async () => {
    const { packId } = await sale();
    const upload = await http.post(`/packs/${packId}/fiscal_documents`, {
      as: seller,
      ...multipart([pdf()]),
    });
    const [id = ""] = upload.json<{ ids: string[] }>().ids;
    await deps.store.delete((await deps.documents.find(id))?.objectKey ?? "");
    const stray = Readable.from([Buffer.from("abc")]);
    await deps.store.put("fiscal-documents/stray", stray, { contentType: "application/pdf" });
    clock.set(new Date(Date.now() + 3_600_000));
    expect(await ran()).toMatchObject({
      status: "done",
      objects: 1,
      documents: 1,
      documents_total: 1,
      difference_count: 2,
      differences: [
        { kind: "stray_object", key: "fiscal-documents/stray", size: 3, document_id: null },
        { kind: "lost_document", document_id: id, pack_id: packId, filename: "invoice.pdf" },
      ],
    });
    expect(await ran(true)).toMatchObject({ mend: true, difference_count: 2 });
    expect(await ran()).toMatchObject({ difference_count: 0, differences: [] });
  });

  it("runs alone: the second is refused until the first has ended or its process is gone", async () => {
    const alive = { aliveAt: deps.systemClock.now(), stale: new Date(0) };
    const begin = { mend: false, startedBy: 1, at: clock.now(), documentsTotal: 0 };
    const { id } = await deps.reconciliations.begin(begin, alive);
    expectProblem(await start(), 409, "conflict");
    await deps.reconciliations.progress(id, { objects: 1, documents: 0 });
    expectProblem(await start(), 409, "conflict");
    await deps.reconciliations.touch(id, new Date(0));
    expect((await start()).status).toBe(201);
    expect(await deps.reconciliations.find(id)).toMatchObject({
      status: "failed",
      failure: "its process ended",
    });
  });

  it("is alive for as long as its process works, however long the store takes for a page", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const answered = Promise.withResolvers<void>();
    const listed = deps.store.list("fiscal-documents/");
    const list = vi.spyOn(deps.store, "list").mockImplementationOnce(async function* () {
      await answered.promise;
      yield* listed;
    });
    try {
      const { id } = (await start()).json<Run>();
      await deps.reconciliations.touch(id, new Date(0));
      const isAlive = async () => {
        const { rows } = await deps.db.pool.query(
          "SELECT 1 FROM reconciliations WHERE alive_at > to_timestamp(0)",
        );
        expect(rows).toHaveLength(1);
      };
      vi.advanceTimersByTime(60_000);
      await vi.waitFor(isAlive, { timeout: 30_000 });
      expectProblem(await start(), 409, "conflict");
      answered.resolve();
      await deps.runs.settled();
      expect(list).toHaveBeenCalledOnce();
      expect(await deps.reconciliations.find(id)).toMatchObject({ status: "done" });
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      answered.resolve();
      list.mockRestore();
      vi.useRealTimers();
    }
  });

  it("is the operators' alone", async () => {
    for (const answer of [
      await http.get(path, { as: seller }),
      await http.post(path, { as: seller, body: {} }),
    ])
      expectProblem(answer, 403, "forbidden");
    expectProblem(await http.get(`${path}/999`, { as: operator }), 404, "not_found");
  });
});

let known: number | undefined;
conforms(reconciliations, {
  http,
  as: operator,
  examples: {
    listInvoiceReconciliations: {},
    startInvoiceReconciliation: async () => {
      await deps.runs.settled();
      return { body: { mend: false } };
    },
    getInvoiceReconciliation: async () => {
      await deps.runs.settled();
      known ??= (await ran()).id;
      return { params: { id: known } };
    },
  },
});
