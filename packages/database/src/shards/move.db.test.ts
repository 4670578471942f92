import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { withSession } from "../connection.ts";
import { query } from "../testing/query.ts";
import { type MovableDatabases, startMovableDatabases } from "../testing.ts";
import { closeSource } from "./fence.ts";
import { idRangeOf } from "./id-ranges.ts";
import { moveSite, wasMoved } from "./move.ts";
import { placeOf } from "./placements.ts";
import { prepareShard } from "./prepare.ts";
import { beginCopy, tablesOf } from "./replication.ts";

let databases: MovableDatabases;
let from: string;
let to: string;

beforeAll(async () => {
  databases = await startMovableDatabases("questions");
  from = databases.siteUrl;
  to = await databases.newUrl();
  await prepareShard({ ...site(), urls: [from] });
  await query(
    from,
    `INSERT INTO questions (item_id, site_id, seller_id, asker_id, application_id, status, text, vehicle, first_on_item,
       period, created_at, updated_at)
     SELECT 'MLA' || n % 50, 'MLA', n % 7, n, 3, 'UNANSWERED', 'text ' || n, false, true, 0, now(), now()
     FROM generate_series(1, 2000) AS n`,
  );
});

afterAll(() => databases.stop());

const site = () => ({ service: "questions", homeUrl: databases.homeUrl, siteId: "MLA" }) as const;
const move = (target = to, source = from) => moveSite({ ...site(), from: source, to: target });
/** The same database on a server that does not answer. */
const gone = (url: string) => url.replace(/:\d+\//, ":1/");
const placed = async () =>
  (await query<{ address: string }>(databases.homeUrl, "SELECT address FROM site_placements"))[0]?.address;
/** Everything that a site's database holds, in one order. */
const contentOf = (url: string) =>
  query(
    url,
    `SELECT (SELECT md5(string_agg(q::text, ';' ORDER BY id)) FROM questions q) AS questions,
       (SELECT md5(string_agg(c::text, ';' ORDER BY scope, status, hidden, shard)) FROM question_counts c) AS counts,
       (SELECT sum(count)::int FROM question_counts WHERE scope LIKE 'item:%') AS counted,
       (SELECT last_value::text FROM questions_id_seq) AS last_id`,
  );

describe("a move that cannot be made leaves the site where it is:", () => {
  test("the new database is not empty", async () => {
    const used = await databases.newUrl();
    await query(used, "CREATE TABLE closed_items (item_id text); INSERT INTO closed_items VALUES ('MLA1')");
    await expect(move(used)).rejects.toThrow(/closed_items/);
    expect(await placed()).toBe(placeOf(from));
  });

  test("the new server cannot reach the old one", async () => {
    const there = { ...site(), from, to, fromThere: gone(from) };
    const refused = { name: "PlacementRefused", message: expect.stringContaining("could not connect") };
    await expect(moveSite(there)).rejects.toMatchObject(refused);
    expect(await placed()).toBe(placeOf(from));
    expect(await query(from, "SELECT FROM pg_publication")).toEqual([]);
    expect((await contentOf(from))[0]).toMatchObject({ counted: 2_000 });
  });

  test("the old owner may not replicate", async () => {
    const may = (right: string) => query(databases.adminUrl, `ALTER ROLE site_questions ${right}`);
    await may("NOREPLICATION");
    const refused = {
      name: "PlacementRefused",
      message: expect.stringContaining("gives no replication slot"),
    };
    await expect(move()).rejects.toMatchObject(refused);
    expect(await placed()).toBe(placeOf(from));
    expect(await query(from, "SELECT FROM pg_publication")).toEqual([]);
    await may("REPLICATION");
  });

  test("a server does not answer, or refuses the user", async () => {
    for (const [target, source] of [
      [gone(to), from],
      [to, gone(from)],
    ] as const)
      await expect(move(target, source)).rejects.toThrow(
        /^no connection to [^/]+:1\/.*: connect ECONNREFUSED/,
      );
    const stranger = new URL(to);
    stranger.pathname = "/nothing";
    await expect(move(stranger.href)).rejects.toThrow(/^no connection to .*\/nothing: database .* not exist/);
  });

  test("another database is named as the old one", async () => {
    await expect(move(to, databases.homeUrl)).rejects.toThrow("not in");
    await expect(move(from)).rejects.toThrow("already");
    await expect(move(databases.homeUrl)).rejects.toThrow("is the home database");
  });
});

test("a move goes on after one that ended between closing the old database and the switch", async () => {
  const content = await contentOf(from);
  await withSession(from, (source) =>
    withSession(to, async (target) => {
      const tables = await tablesOf(source);
      await beginCopy("move_questions_mla", { source, target, tables, address: from });
      await closeSource(source, tables);
    }),
  );
  await expect(query(from, "SELECT FROM questions")).rejects.toMatchObject({ code: "42P01" });
  const { tables, secondsWithoutWrites } = await move();
  expect(tables).toBe(7);
  expect(secondsWithoutWrites).toBeGreaterThan(0);
  expect(await contentOf(to)).toEqual(content);
  expect(await placed()).toBe(placeOf(to));
});

describe("after the move", () => {
  test("the old database refuses every statement", async () => {
    for (const statement of [
      "SELECT FROM questions",
      "DELETE FROM outbox_events",
      "SELECT nextval('questions_id_seq')",
    ])
      await expect(query(from, statement)).rejects.toMatchObject({ code: "42P01" });
  });

  test("the new one goes on with ids and counters, and has no copy under way", async () => {
    const [row] = await query<{ id: number }>(to, "SELECT nextval('questions_id_seq')::float8 AS id");
    expect(row?.id).toBe(idRangeOf("MLA").first + 2_000);
    await query(to, "UPDATE questions SET status = 'DISABLED' WHERE seller_id = 1");
    const left =
      "SELECT sum(count)::int AS n FROM question_counts WHERE scope = 'seller:1' AND status = 'UNANSWERED'";
    expect(await query(to, left)).toEqual([{ n: 0 }]);
    expect(await query(to, "SELECT subname FROM pg_subscription")).toEqual([]);
    expect(await query(from, "SELECT slot_name FROM pg_replication_slots")).toEqual([]);
  });

  test("a second time is refused, and changes nothing", async () => {
    const content = await contentOf(to);
    await expect(move()).rejects.toThrow(`are in ${placeOf(to)}`);
    expect(await contentOf(to)).toEqual(content);
  });

  test("the site is known as moved, and what an interrupted move has left of its copy is removed", async () => {
    await query(from, "CREATE PUBLICATION move_questions_mla");
    await query(from, "SELECT pg_create_logical_replication_slot('move_questions_mla', 'pgoutput')");
    expect(await wasMoved({ ...site(), from, to: await databases.newUrl() })).toBe(false);
    expect(await wasMoved({ ...site(), from: undefined, to })).toBe(true);
    expect(await query(from, "SELECT pubname FROM pg_publication")).toHaveLength(1);
    expect(await wasMoved({ ...site(), from, to })).toBe(true);
    for (const left of ["pg_publication", "pg_replication_slots"])
      expect([left, await query(from, `SELECT FROM ${left}`)]).toEqual([left, []]);
  });

  test("it is not when the old server is there, and refuses the user", async () => {
    const wrong = new URL(from);
    wrong.password = "wrong";
    await expect(wasMoved({ ...site(), from: wrong.href, to })).rejects.toThrow(/password/);
  });

  test("that is so when the old database was dropped", async () => {
    const dropped = new URL(from);
    dropped.pathname = "/nothing";
    expect(await wasMoved({ ...site(), from: dropped.href, to })).toBe(true);
  });

  test("that is so when the old database is gone, too, whose own part of the copy may be left", async () => {
    await query(
      to,
      `CREATE SUBSCRIPTION move_questions_mla CONNECTION 'host=127.0.0.1 port=1 password=none'
       PUBLICATION move_questions_mla WITH (connect = false, slot_name = 'move_questions_mla')`,
    );
    const told: string[] = [];
    const tell = (step: string) => void told.push(step);
    expect(await wasMoved({ ...site(), from: gone(from), to, tell })).toBe(true);
    expect(told).toEqual([
      expect.stringMatching(/^no connection to .*ECONNREFUSED.*slot move_questions_mla/),
    ]);
    expect(await query(to, "SELECT FROM pg_subscription")).toEqual([]);
  });
});

test("a site moves on to another database of the same server", async () => {
  const next = await databases.newUrl();
  const content = await contentOf(to);
  await move(next, to);
  expect(await contentOf(next)).toEqual(content);
  expect(await placed()).toBe(placeOf(next));
  expect(await query(to, "SELECT FROM pg_replication_slots")).toEqual([]);
});
