import { expect, it, vi } from "vitest";
import { phone, startCatalog } from "../catalog.fixture.ts";
import { relist } from "./relistings.ts";

const { list, deps, replica } = await startCatalog();
const other = await replica();
const rows = async (sql: string) => (await deps.db.pool.query(sql)).rows;
const read = () => rows("SELECT no, keys, words::text FROM listings ORDER BY no");
const left = () => rows("SELECT below FROM relistings");

/** As a migration does that changes how listings are read. */
async function readOtherwise(): Promise<void> {
  await rows("UPDATE listings SET words = 'otherwise'");
  await rows("INSERT INTO relistings SELECT max(no) + 1 FROM listings");
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

it("does not bring back what was closed meanwhile", async () => {
  const [id = ""] = await list(phone({ title: "Celular que se cierra" }));
  await readOtherwise();
  await deps.db.client.item.update({ where: { id }, data: { status: "closed" } });
  await relist(deps.db, new AbortController().signal);
  expect(await rows(`SELECT FROM listings WHERE no = ${id.slice(3)}`)).toEqual([]);
});
