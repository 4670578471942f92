import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { withSession } from "../connection.ts";
import { query } from "../testing/query.ts";
import { createTestDatabase, type TestDatabase } from "../testing.ts";
import { idRangeOf } from "./id-ranges.ts";
import { missingShards } from "./missing.ts";
import { prepareShard } from "./prepare.ts";
import { isAtHome, splitSite } from "./split.ts";

let home: TestDatabase;
let site: TestDatabase;
let other: TestDatabase;

beforeAll(async () => {
  const server = inject("testPostgresUrl");
  home = await createTestDatabase(server, "questions");
  site = await createTestDatabase(server);
  other = await createTestDatabase(server, "questions");
  await query(
    home.url,
    `INSERT INTO questions (item_id, site_id, seller_id, asker_id, application_id, status, text, vehicle, first_on_item,
       period, created_at, updated_at)
     SELECT s || n % 20, s, n % 7, n, 3, 'UNANSWERED', 'text "' || n || E'"\\n', false, true, 0, now(), now()
     FROM generate_series(1, 500) AS n, unnest(ARRAY['MLA', 'MLC']) AS s`,
  );
  await query(home.url, "UPDATE questions SET status = 'DISABLED', hidden = true WHERE asker_id % 9 = 0");
  await query(home.url, "INSERT INTO closed_items SELECT 'MLA' || n FROM generate_series(5, 12000) AS n");
  await query(home.url, "INSERT INTO closed_items VALUES ('MLC5'), ('MLAX5')");
});

afterAll(async () => {
  for (const database of [home, site, other]) await database.drop();
});

const split = (more: Partial<Parameters<typeof splitSite>[0]> = {}) =>
  splitSite({ service: "questions", homeUrl: home.url, siteId: "MLA", to: site.url, batchSize: 60, ...more });
const prepare = () =>
  prepareShard({ service: "questions", homeUrl: home.url, siteId: "MLA", urls: [site.url] });
const ask = (url: string, siteId: string) =>
  query<{ id: number }>(
    url,
    `INSERT INTO questions (item_id, site_id, seller_id, asker_id, application_id, status, text, vehicle, first_on_item,
       period, created_at, updated_at) VALUES ($1 || '1', $1, 1, 2, 3, 'UNANSWERED', '?', false, false, 0, now(), now())
     RETURNING id::float8 AS id`,
    [siteId],
  );
const rowsOf = (url: string, siteId: string) =>
  query<{ id: string; row: string }>(
    url,
    "SELECT id::text, q::text AS row FROM questions q WHERE site_id = $1 ORDER BY q.id",
    [siteId],
  );
/** Counters that do not say what is there: none, or the test fails. */
const wrongCounters = (url: string) =>
  query(
    url,
    `SELECT scope, status, hidden FROM question_counts GROUP BY 1, 2, 3
     HAVING sum(count) <> (SELECT count(*) FROM questions q WHERE q.status = question_counts.status
       AND q.hidden = question_counts.hidden AND scope IN ('item:' || item_id, 'seller:' || seller_id))`,
  );
const stateOf = async () =>
  (await query<{ state: string }>(home.url, "SELECT state FROM site_splits WHERE site_id = 'MLA'"))[0]?.state;

describe("a split that cannot be made changes nothing:", () => {
  test("the site's database is not prepared", async () => {
    await expect(split()).rejects.toThrow("MLA has no database yet");
    expect(await isAtHome(home.url, "MLA")).toBe(false);
  });

  test("another database is named, or home's", async () => {
    await prepare();
    expect(await isAtHome(home.url, "MLA")).toBe(true);
    await expect(split({ to: other.url })).rejects.toThrow("the database that was prepared for MLA is");
    await expect(split({ to: home.url })).rejects.toThrow("is the home database");
  });

  test("a database is named behind a pooler", async () => {
    await expect(split({ to: `${site.url}?pooler=transaction` })).rejects.toThrow("the servers themselves");
  });

  test("a migration or another move is under way", async () => {
    await withSession(site.directUrl, async (session) => {
      await session.query("SELECT pg_advisory_lock(72707369)");
      await expect(split()).rejects.toThrow("under way");
    });
  });

  test("the databases are of different releases", async () => {
    await query(site.url, "ALTER TABLE questions ADD COLUMN later text");
    await expect(split()).rejects.toThrow("of different releases");
    await query(site.url, "ALTER TABLE questions DROP COLUMN later");
  });

  test("and home goes on taking the site's rows", async () => {
    expect(await stateOf()).toBe("prepared");
    expect(await ask(home.url, "MLA")).toHaveLength(1);
  });
});

describe("a split", () => {
  let before: { id: string; row: string }[];

  test("that is interrupted leaves each row in one database, and new ones to the site's", async () => {
    before = await rowsOf(home.url, "MLA");
    const stop = async (moved: number) => {
      if (moved >= 120) throw new Error("interrupted");
    };
    await expect(split({ moved: stop })).rejects.toThrow("interrupted");
    expect(await stateOf()).toBe("moving");
    const [left, gone] = await Promise.all([home, site].map(({ url }) => rowsOf(url, "MLA")));
    expect(gone).toEqual(before.slice(0, 120));
    expect(left).toEqual(before.slice(120));
    await expect(ask(home.url, "MLA")).rejects.toMatchObject({ code: "42P01" });
    await expect(query(home.url, "INSERT INTO closed_items VALUES ('MLA4')")).rejects.toMatchObject({
      code: "42P01",
    });
    expect((await ask(site.url, "MLA"))[0]?.id).toBe(idRangeOf("MLA").first);
    expect(await ask(home.url, "MLC")).toHaveLength(1);
    expect(await wrongCounters(home.url)).toEqual([]);
    expect(await wrongCounters(site.url)).toEqual([]);
  });

  test("is prepared for the next release meanwhile, and stays where it is", async () => {
    expect(await prepare()).toEqual({ applied: [], atHome: true });
    expect(await missingShards(home.url, new Map([["MLA", [site.url]]]), "questions")).toBeUndefined();
    expect(await stateOf()).toBe("moving");
  });

  test("is taken up where it ended; of a row that was stored and not yet taken away, home's counts", async () => {
    const [next] = await query<{ id: string }>(
      home.url,
      "SELECT min(id)::text AS id FROM questions WHERE site_id = 'MLA'",
    );
    const [copy] = await query<{ row: string }>(
      home.url,
      "SELECT row_to_json(q)::text AS row FROM questions q WHERE id = $1",
      [next?.id],
    );
    await query(
      site.url,
      "INSERT INTO questions SELECT * FROM json_populate_record(NULL::questions, $1::json)",
      [copy?.row],
    );
    await query(home.url, "UPDATE questions SET status = 'BANNED' WHERE id = $1", [next?.id]);
    before = [
      ...(await rowsOf(site.url, "MLA")).filter(({ id }) => Number(id) < Number(next?.id)),
      ...(await rowsOf(home.url, "MLA")),
    ];
    const done = await split();
    expect(done).toMatchObject({ rows: 381, secondsWithoutNew: 0 });
    expect(await rowsOf(home.url, "MLA")).toEqual([]);
    expect((await rowsOf(site.url, "MLA")).slice(0, -1)).toEqual(before);
    expect(await wrongCounters(home.url)).toEqual([]);
    expect(await wrongCounters(site.url)).toEqual([]);
  });

  test("takes the site's closed items, and no others", async () => {
    expect(await query(home.url, "SELECT item_id FROM closed_items ORDER BY 1")).toEqual([
      { item_id: "MLAX5" },
      { item_id: "MLC5" },
    ]);
    expect(await query(site.url, "SELECT count(*)::int AS n FROM closed_items")).toEqual([{ n: 11_996 }]);
  });

  test("that is done makes the site one like any other", async () => {
    expect(await stateOf()).toBe("done");
    expect(await isAtHome(home.url, "MLA")).toBe(false);
    expect(await prepare()).toEqual({ applied: [], atHome: false });
    await expect(ask(home.url, "MLA")).rejects.toThrow("questions_not_of_mla");
    const close = "INSERT INTO closed_items VALUES ('MLA4')";
    await expect(query(home.url, close)).rejects.toThrow("closed_items_not_of_mla");
    const triggers = "SELECT tgname FROM pg_trigger WHERE tgname LIKE '%not_of_mla'";
    expect(await query(home.url, triggers)).toEqual([]);
    await expect(split()).rejects.toThrow("already");
  });
});
