import { afterAll, afterEach, expect, inject, test } from "vitest";
import { DatabaseUnavailable } from "./errors.ts";
import { openQuestionsDatabase } from "./questions.ts";
import { createTestDatabase } from "./testing.ts";

const { url, drop } = await createTestDatabase(inject("testPostgresUrl"), "questions");
const db = openQuestionsDatabase({ url, poolSize: 1, statementTimeout: 100 });
const stopped: number[] = [];

afterEach(() => {
  for (const pid of stopped.splice(0)) process.kill(pid, "SIGCONT");
});
afterAll(async () => {
  await db.close();
  await drop();
});

/** Stops the session that is used next, as when its machine is gone. */
async function silence(): Promise<void> {
  const [{ pid = 0 } = {}] = await db.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  process.kill(pid, "SIGSTOP");
  stopped.push(pid);
}

const one = async () => (await db.query<{ one: number }>("SELECT 1 AS one"))[0]?.one;

test("a statement that the server never answers ends, and the next one has another connection", async () => {
  await silence();
  await expect(one()).rejects.toBeInstanceOf(DatabaseUnavailable);
  expect(await one()).toBe(1);
});

test("a statement of Prisma that the server never answers ends, too", async () => {
  await silence();
  await expect(db.client.$queryRaw`SELECT 1`).rejects.toBeInstanceOf(DatabaseUnavailable);
  expect(await one()).toBe(1);
});

test("a transaction ends, too, even if it goes on after the failure; its connection is closed", async () => {
  const failures: unknown[] = [];
  const work = db.transaction(async () => {
    await silence();
    for (let time = 0; time < 3; time++) await one().catch((error: unknown) => failures.push(error));
  });
  await expect(work).rejects.toBeInstanceOf(DatabaseUnavailable);
  expect(failures).toHaveLength(3);
  for (const failure of failures) expect(failure).toBeInstanceOf(DatabaseUnavailable);
  expect(await one()).toBe(1);
});
