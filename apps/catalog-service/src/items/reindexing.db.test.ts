import { asAnotherRequest } from "@marketplace/testkit/postgres";
import { expect, it, vi } from "vitest";
import { phone, startCatalog } from "../catalog.fixture.ts";
import { reindex } from "./reindexing.job.ts";

const { list, deps, replica, someoneWaits } = await startCatalog();
const other = await replica();
const rows = async (sql: string) => (await deps.db.pool.query(sql)).rows;
const read = () => rows("SELECT no, keys, words::text FROM listings ORDER BY no");
const left = () => rows("SELECT below FROM relistings");

/** Does what a migration does that changes how listings are built. */
async function outdateListings(): Promise<void> {
  await rows("UPDATE listings SET words = 'otherwise'");
  await rows("INSERT INTO relistings VALUES (9007199254740991)");
}

it("a new database has nothing to reindex", async () => {
  expect(await left()).toEqual([]);
});

it("several replicas reindex every listing of an earlier release once", async () => {
  const ids = await list(...Array.from({ length: 450 }, (_, n) => phone({ title: `Celular ${n}` })));
  const before = await read();
  expect(before).toHaveLength(ids.length);
  await outdateListings();
  expect(await read()).not.toEqual(before);
  const { signal } = new AbortController();
  await Promise.all([reindex(deps.db, signal), reindex(other.db, signal)]);
  await reindex(deps.db, signal);
  expect(await left()).toEqual([]);
  expect(await read()).toEqual(before);
});

it("reindexing resumes after a stop, the newest listings first", async () => {
  const before = await read();
  await outdateListings();
  const stopping = new AbortController();
  const transaction = deps.db.transaction.bind(deps.db);
  const first = vi.spyOn(deps.db, "transaction").mockImplementationOnce((...work) => {
    stopping.abort();
    return transaction(...work);
  });
  await reindex(deps.db, stopping.signal);
  first.mockRestore();
  expect(await left()).toEqual([{ below: before.at(-200)?.no }]);
  expect((await read()).slice(-200)).toEqual(before.slice(-200));
  expect((await read())[0]).toMatchObject({ words: "'otherwise'" });
  await reindex(deps.db, new AbortController().signal);
  expect(await read()).toEqual(before);
});

it("reindexing waits for a transaction that closes an item, and does not list the item again", async () => {
  const [id = ""] = await list(phone({ title: "Celular que se cierra" }));
  await outdateListings();
  const { signal } = new AbortController();
  const { reindexing } = await other.db.transaction(async () => {
    await other.db.current().item.update({ where: { id }, data: { status: "closed" } });
    const reindexing = asAnotherRequest(() => reindex(deps.db, signal));
    await expect.poll(someoneWaits, { interval: 10 }).toBe(true);
    return { reindexing: { ended: reindexing } };
  });
  await reindexing.ended;
  await reindex(deps.db, signal);
  expect(await rows(`SELECT FROM listings WHERE no = ${id.slice(3)}`)).toEqual([]);
  expect(await left()).toEqual([]);
});

it("reindexing postpones listings that an import has locked, and does not block sellers", async () => {
  const [id = ""] = await list(phone({ title: "Celular que se vende" }));
  await outdateListings();
  const { signal } = new AbortController();
  await other.db.transaction(async () => {
    await other.db.query("SELECT FROM listings FOR UPDATE");
    await asAnotherRequest(async () => {
      await reindex(deps.db, signal);
      await deps.db.client.item.update({ where: { id }, data: { availableQuantity: 3 } });
    });
  });
  expect(await left()).toHaveLength(1);
  await reindex(deps.db, signal);
  expect(await left()).toEqual([]);
});
