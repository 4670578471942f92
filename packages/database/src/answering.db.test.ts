import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { afterAll, expect, inject, test } from "vitest";
import { DatabaseUnavailable } from "./errors.ts";
import { openQuestionsDatabase } from "./questions.ts";
import { createTestDatabase } from "./testing.ts";

const { url, drop } = await createTestDatabase(inject("testPostgresUrl"), "questions");
const db = openQuestionsDatabase({ url, poolSize: 1 });
afterAll(async () => {
  await db.close();
  await drop();
});

test("a database whose connections are all in use, with more statements waiting, answers", async () => {
  let answered = 0;
  const statements = Array.from({ length: 10 }, async () => {
    await db.query("SELECT pg_sleep(0.05) IS NULL AS slept");
    answered += 1;
  });
  await db.answers();
  expect(answered).toBeLessThan(statements.length);
  await Promise.all(statements);
});

test("a server that takes connections and says nothing does not answer", async () => {
  const silent = createServer().listen(0, "127.0.0.1");
  await once(silent, "listening");
  const { port } = silent.address() as AddressInfo;
  const away = openQuestionsDatabase({ url: `postgresql://a@127.0.0.1:${port}/b`, connectTimeout: 100 });
  const statement = away.query("SELECT 1 AS one").catch((error: unknown) => error);
  await expect(away.answers()).rejects.toBeInstanceOf(DatabaseUnavailable);
  expect(await statement).toBeInstanceOf(DatabaseUnavailable);
  await away.close();
  silent.close();
});
