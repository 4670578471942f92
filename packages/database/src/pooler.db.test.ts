import { afterAll, expect, inject, test } from "vitest";
import { addressOf } from "./address.ts";
import { openQuestionsDatabase } from "./questions.ts";
import { createTestDatabase } from "./testing.ts";

const { url, drop } = await createTestDatabase(inject("testPostgresUrl"), "questions");
const db = openQuestionsDatabase({ url, poolSize: 2 });

afterAll(async () => {
  await db.close();
  await drop();
});

test("a pooler is named by a parameter of the address, which the driver does not see", () => {
  const address = "postgresql://u:p@h:6432/d";
  expect(addressOf(address)).toEqual({ connectionString: address, pooled: false });
  expect(addressOf(`${address}?pooler=transaction`)).toEqual({ connectionString: address, pooled: true });
  const secure = `${address}?sslmode=require`;
  expect(addressOf(`${secure}&pooler=transaction`)).toEqual({ connectionString: secure, pooled: true });
  expect(() => addressOf(`${address}?pooler=session`)).toThrow("pooler=transaction is the only pooler");
});

test("sessions run in UTC and end long statements, behind a pooler as without one", async () => {
  const settings =
    "SELECT current_setting('TimeZone') AS zone, current_setting('statement_timeout') AS timeout";
  for (const rows of [await db.query(settings), (await db.pool.query(settings)).rows])
    expect(rows).toEqual([{ zone: "UTC", timeout: "30s" }]);
});

test("many more transactions at once than the pool has connections keep apart", async () => {
  const work = async (n: number) =>
    db.transaction(async () => {
      await db.execute("SELECT set_config('app.n', $1, true)", [String(n)]);
      await db.current().question.count();
      const [row] = await db.query<{ n: string }>("SELECT current_setting('app.n') AS n");
      return Number(row?.n);
    });
  const numbers = Array.from({ length: 40 }, (_, n) => n);
  expect(await Promise.all(numbers.map(work))).toEqual(numbers);
});
