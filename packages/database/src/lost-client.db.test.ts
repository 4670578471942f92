import { afterAll, afterEach, expect, inject, test } from "vitest";
import { tryWithLock } from "./connection.ts";
import { DatabaseUnavailable } from "./errors.ts";
import { silentLog } from "./log.ts";
import { openPool } from "./pool.ts";
import { openQuestionsDatabase } from "./questions.ts";
import { createTestDatabase, swallowingProxy } from "./testing.ts";

const { url, drop } = await createTestDatabase(inject("testPostgresUrl"), "questions");
const db = openQuestionsDatabase({ url, poolSize: 2, statementTimeout: 10_000 });
const proxy = await swallowingProxy(url);
const lost = openQuestionsDatabase({
  url: proxy.url,
  poolSize: 1,
  statementTimeout: 1_000,
  idleTransactionTimeout: 1_000,
});

afterEach(() => db.execute("DELETE FROM closed_items"));
afterAll(async () => {
  await proxy.close();
  await lost.close();
  await db.close();
  await drop();
});

test("what a process locked that was cut off in a transaction is free again, as it was before", async () => {
  await db.execute("INSERT INTO closed_items (item_id) VALUES ('MLA1')");
  const isCutOff = Promise.withResolvers<void>();
  const isOver = Promise.withResolvers<void>();
  const work = lost.transaction(async () => {
    await lost.execute("UPDATE closed_items SET item_id = 'MLA2'");
    proxy.swallow();
    isCutOff.resolve();
    await isOver.promise;
  });
  await isCutOff.promise;
  expect(await db.execute("UPDATE closed_items SET item_id = 'MLA3' WHERE item_id = 'MLA1'")).toBe(1);
  isOver.resolve();
  await expect(work).rejects.toBeInstanceOf(DatabaseUnavailable);
  expect(await db.query("SELECT item_id FROM closed_items")).toEqual([{ item_id: "MLA3" }]);
});

test("a lock with a name lasts as long as its work, which may take any time", async () => {
  // A busy machine may be late with the beats by as much as this.
  const idleTransactionTimeout = 2_000;
  const pool = openPool({ url, log: silentLog, poolSize: 1, idleTransactionTimeout });
  const own =
    "FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE locktype = 'advisory' AND datname = current_database()";
  const ageMs = async (): Promise<number> => {
    const [lock] = await db.query<{ age: number }>(
      `SELECT extract(epoch FROM now() - xact_start)::float8 * 1000 AS age ${own}`,
    );
    return lock?.age ?? 0;
  };
  const work = async () => {
    await expect.poll(ageMs).toBeGreaterThan(1.5 * idleTransactionTimeout);
    return "done";
  };
  const outcome = tryWithLock(pool, ["training", "MLA"], work, 50);
  expect(await outcome.finally(() => pool.end())).toBe("done");
});

test("a lock with a name is free when nothing of its process is heard any more", async () => {
  const pool = openPool({ url, log: silentLog, poolSize: 1, idleTransactionTimeout: 200 });
  const isFree = async () => (await db.tryWithLock(["training", "MLB"], async () => true)) === true;
  const work = async () => {
    await expect.poll(isFree).toBe(true);
    return "done";
  };
  const outcome = tryWithLock(pool, ["training", "MLB"], work, 60_000);
  await expect(outcome.finally(() => pool.end())).rejects.toThrow();
});
