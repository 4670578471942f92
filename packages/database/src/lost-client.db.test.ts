import { afterAll, afterEach, expect, inject, test } from "vitest";
import { DatabaseUnavailable } from "./errors.ts";
import { openQuestionsDatabase } from "./questions.ts";
import { createTestDatabase, swallowingProxy } from "./testing.ts";

const { url, drop } = await createTestDatabase(inject("testPostgresUrl"), "questions");
const db = openQuestionsDatabase({ url, poolSize: 2, statementTimeout: 10_000 });
const proxy = await swallowingProxy(url);
const lost = openQuestionsDatabase({
  url: proxy.url,
  poolSize: 1,
  statementTimeout: 100,
  idleTransactionTimeout: 200,
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
  const patient = openQuestionsDatabase({ url, poolSize: 1, idleTransactionTimeout: 50 });
  const idleLocks = `SELECT count(*)::int AS count FROM pg_locks JOIN pg_stat_activity USING (pid)
    WHERE locktype = 'advisory' AND state = 'idle in transaction' AND now() - state_change > interval '200 ms'
      AND datname = current_database()`;
  const outcome = patient.tryWithLock(["training", "MLA"], async () => {
    await expect.poll(async () => (await db.query<{ count: number }>(idleLocks))[0]?.count).toBe(1);
    return "done";
  });
  expect(await outcome.finally(() => patient.close())).toBe("done");
});
