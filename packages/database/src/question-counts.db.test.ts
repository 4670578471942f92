import pg from "pg";
import { afterAll, expect, inject, test } from "vitest";
import { createTestDatabase } from "./testing.ts";

const { url, drop } = await createTestDatabase(inject("testPostgresUrl"), "questions");
const sessions: pg.Client[] = [];

afterAll(async () => {
  await Promise.all(sessions.map((session) => session.end()));
  await drop();
});

async function open(): Promise<{ session: pg.Client; pid: number }> {
  const session = new pg.Client(url);
  sessions.push(session);
  await session.connect();
  const { rows } = await session.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  return { session, pid: rows[0]?.pid ?? 0 };
}

/** Two sessions that count in the same rows: of seventeen there are two. */
async function rivals() {
  const byShard = new Map<number, Awaited<ReturnType<typeof open>>>();
  for (let opened = 0; opened < 17; opened++) {
    const one = await open();
    const other = byShard.get(one.pid % 16);
    if (other) return [other, one] as const;
    byShard.set(one.pid % 16, one);
  }
  throw new Error("there are sixteen shards");
}

const ask = (session: pg.Client, ...items: string[]) =>
  session.query(
    `INSERT INTO questions (item_id, site_id, seller_id, asker_id, application_id, status, text, vehicle, first_on_item,
       period, created_at, updated_at)
     SELECT item_id, 'MLA', 1, 2, 3, 'UNANSWERED', 'Hola', false, false, 0, now(), now() FROM unnest($1::text[]) AS item_id`,
    [items],
  );

test("questions about several items of a seller, and about one of them, are counted without a deadlock", async () => {
  const [first, second] = await rivals();
  const { session: holder } = await open();
  const isWaiting = (pid: number) =>
    expect
      .poll(async () => {
        const waiting = "SELECT FROM pg_stat_activity WHERE pid = $1 AND wait_event_type = 'Lock'";
        return (await holder.query(waiting, [pid])).rowCount;
      })
      .toBe(1);
  await ask(first.session, "MLA1");
  await holder.query("BEGIN");
  await holder.query("SELECT FROM question_counts WHERE scope = 'seller:1' FOR UPDATE");
  const several = ask(first.session, "MLA1", "MLA2");
  await isWaiting(first.pid);
  const one = ask(second.session, "MLA2");
  await isWaiting(second.pid);
  await holder.query("COMMIT");
  expect((await Promise.allSettled([several, one])).map(({ status }) => status)).toEqual([
    "fulfilled",
    "fulfilled",
  ]);
  const { rows } = await holder.query(
    "SELECT scope, sum(count)::int AS count FROM question_counts GROUP BY 1 ORDER BY 1",
  );
  expect(rows).toEqual([
    { scope: "item:MLA1", count: 2 },
    { scope: "item:MLA2", count: 2 },
    { scope: "seller:1", count: 4 },
  ]);
});
