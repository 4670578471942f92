import { asAnotherRequest } from "@marketplace/testkit/postgres";
import { expect, it, vi } from "vitest";
import { phone, startCatalog } from "../catalog.fixture.ts";
import { relist } from "./reindexing.job.ts";

const { list, deps, replica, someoneWaits } = await startCatalog();
const other = await replica();
const rows = async (sql: string) => (await deps.db.pool.query(sql)).rows;
const read = () => rows("SELECT no, keys, words::text FROM listings ORDER BY no");
const left = () => rows("SELECT below FROM relistings");

/** As a migration does that changes how listings are read. */
async function readOtherwise(): Promise<void> {
  await rows("UPDATE listings SET words = 'otherwise'");
  await rows("INSERT INTO relistings VALUES (9007199254740991)");
}

it("a new database has nothing to list anew", async () => {
  expect(await left()).toEqual([]);
});

it("what a release before listed is listed anew, once, by however many replicas", async () => {
  const ids = await list(...Array.from({ length: 450 }, (_, n) => phone({ title: `Celular ${n}` })));
  const before = await read();
  expect(before).toHaveLength(ids.length);
  await readOtherwise();
  expect(await read()).not.toEqual(before);
  const { signal } = new AbortController();
  await Promise.all([relist(deps.db, signal), relist(other.db, signal)]);
  await relist(deps.db, signal);
  expect(await left()).toEqual([]);
  expect(await read()).toEqual(before);
});

it("stopped in between it goes on where it was, the newest first", async () => {
  const before = await read();
  await readOtherwise();
  const stopping = new AbortController();
  const transaction = deps.db.transaction.bind(deps.db);
  const first = vi.spyOn(deps.db, "transaction").mockImplementationOnce((...work) => {
    stopping.abort();
    return transaction(...work);
  });
  await relist(deps.db, stopping.signal);
  first.mockRestore();
  expect(await left()).toEqual([{ below: before.at(-200)?.no }]);
  expect((await read()).slice(-200)).toEqual(before.slice(-200));
  expect((await read())[0]).toMatchObject({ words: "'otherwise'" });
  await relist(deps.db, new AbortController().signal);
  expect(await read()).toEqual(before);
});

it("waits for who closes an item, and does not bring it back", async () => {
  const [id = ""] = await list(phone({ title: "Celular que se cierra" }));
  await readOtherwise();
  const { signal } = new AbortController();
  const { relisting } = await other.db.transaction(async () => {
    await other.db.current().item.update({ where: { id }, data: { status: "closed" } });
    const relisting = asAnotherRequest(() => relist(deps.db, signal));
    await expect.poll(someoneWaits, { interval: 10 }).toBe(true);
    return { relisting: { ended: relisting } };
  });
  await relisting.ended;
  await relist(deps.db, signal);
  expect(await rows(`SELECT FROM listings WHERE no = ${id.slice(3)}`)).toEqual([]);
  expect(await left()).toEqual([]);
});

it("leaves for later what an import holds for long, and keeps nobody waiting who sells", async () => {
  const [id = ""] = await list(phone({ title: "Celular que se vende" }));
  await readOtherwise();
  const { signal } = new AbortController();
  await other.db.transaction(async () => {
    await other.db.query("SELECT FROM listings FOR UPDATE");
    await asAnotherRequest(async () => {
      await relist(deps.db, signal);
      await deps.db.client.item.update({ where: { id }, data: { availableQuantity: 3 } });
    });
  });
  expect(await left()).toHaveLength(1);
  await relist(deps.db, signal);
  expect(await left()).toEqual([]);
});
