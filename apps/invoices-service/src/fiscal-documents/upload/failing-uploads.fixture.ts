import { sweep } from "@marketplace/object-store";
import { listed } from "@marketplace/object-store/conformance.fixtures";
import { faultyStore, type PutBehavior } from "@marketplace/object-store/faulty-store.fixture";
import { expectProblem } from "@marketplace/testkit";
import { afterEach, expect } from "vitest";
import { invoicesService, multipart, pdf, seller, xml } from "../../service.fixture.ts";
import { pathOf } from "./slow-upload.fixture.ts";

/** invoices-service over a store that a test can make fail; call it at the top level. */
export async function failingUploads({ timeoutSeconds }: { timeoutSeconds: number }) {
  let store: ReturnType<typeof faultyStore> | undefined;
  const service = await invoicesService({
    env: { UPLOAD_TIMEOUT_SECONDS: String(timeoutSeconds), SWEEP_GRACE_SECONDS: "60" },
    around(inner) {
      store = faultyStore(inner);
      return store;
    },
  });
  const { http, db, elapse, deps } = service;
  const setPuts = (puts: PutBehavior) => {
    if (store) store.puts = puts;
  };
  afterEach(() => setPuts("works"));
  const objects = async () => (await listed(deps.store, "")).map(({ key }) => key);
  const owned = async () => {
    const { rows } = await db.pool.query<{ object_key: string }>("SELECT object_key FROM fiscal_documents");
    return rows.map(({ object_key }) => object_key);
  };
  const send = (packId: number, parts = [pdf()]) =>
    http.post(pathOf(packId), { as: seller, ...multipart(parts) });
  const expectOnlyOwnedObjects = async () => {
    await elapse(61_000);
    await sweep(deps);
    expect((await objects()).toSorted()).toEqual((await owned()).toSorted());
    const { rows } = await db.pool.query("SELECT 1 FROM unowned_objects WHERE removal_began_at IS NULL");
    expect(rows).toHaveLength(0);
  };
  return {
    ...service,
    /** How the store behaves from now on, until the test ends. */
    setPuts,
    send,
    objects,
    owned,
    /** Lets the grace period pass and sweeps: then the store holds what documents own, and nothing else. */
    expectOnlyOwnedObjects,
    /** An upload to such a store is 503 and leaves nothing; once the store works, the same upload does. */
    async expectRetryWorks(puts: PutBehavior) {
      const { packId } = await service.sale();
      setPuts(puts);
      const answer = await send(packId, [pdf({ content: Buffer.alloc(300_000) }), xml()]);
      expectProblem(answer, 503, "service_unavailable");
      expect(answer.headers["retry-after"]).toBeDefined();
      expectProblem(await http.get(pathOf(packId), { as: seller }), 404, "not_found");
      setPuts("works");
      expect((await send(packId, [pdf(), xml()])).status).toBe(200);
      await expectOnlyOwnedObjects();
    },
  };
}
