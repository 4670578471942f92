import { afterAll, afterEach, beforeEach, expect, inject, test, vi } from "vitest";
import { silentLog } from "../log.ts";
import { openPool } from "../pool.ts";
import { createTestDatabase } from "../testing/databases.ts";
import { lastWrites } from "./last-writes.ts";

const database = await createTestDatabase(inject("testPostgresUrl"), "questions");
// One connection: what is asked for later happens later.
const pool = openPool({ url: database.url, poolSize: 1, log: silentLog });

beforeEach(() => vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => vi.useRealTimers());
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const minutePasses = () => void vi.advanceTimersByTime(61_000);

async function callers(): Promise<number[]> {
  const { rows } = await pool.query<{ caller: number }>("SELECT caller FROM last_writes ORDER BY caller");
  return rows.map(({ caller }) => caller);
}

test("what callers wrote long ago becomes one position that counts for everybody", async () => {
  const writes = lastWrites(pool);
  await writes.of(undefined);
  await writes.record([7]);
  minutePasses();
  await writes.record([8]);
  const last = await writes.of(8);
  minutePasses();
  await pool.query("SELECT pg_logical_emit_message(false, 'test', 'the log goes on')");
  await writes.record([9, 9]);
  for (let left = await callers(); left.includes(7); left = await callers());
  expect(await callers()).toEqual([0, 9]);
  const everybody = await writes.of(undefined);
  expect(everybody?.position).toBeGreaterThanOrEqual(last?.position ?? Number.POSITIVE_INFINITY);
});

test("positions beyond the end of the log, which come with a dump of another server, are put right", async () => {
  await pool.query("UPDATE last_writes SET position = 'FFFFFFFF/0'");
  const writes = lastWrites(pool);
  await writes.of(undefined);
  await writes.record([9]);
  const [everybody, nine] = [await writes.of(undefined), await writes.of(9)];
  const { rows } = await pool.query<{ end: number }>(
    "SELECT (pg_current_wal_insert_lsn() - '0/0')::bigint AS end",
  );
  expect(everybody?.position).toBeLessThanOrEqual(rows[0]?.end ?? 0);
  expect(nine?.position).toBeLessThanOrEqual(rows[0]?.end ?? 0);
});

test("nothing is known of earlier writes before this process looked, nor after the table was emptied", async () => {
  const writes = lastWrites(pool);
  await writes.record([7]);
  expect(await writes.of(7)).toBeUndefined();
  expect(await writes.of(7)).toBeDefined();
  await pool.query("TRUNCATE last_writes");
  expect(await writes.of(7)).toBeUndefined();
  expect((await writes.of(7))?.timeline).toBe(1);
});
