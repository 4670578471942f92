import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { query } from "../testing/query.ts";
import { createTestDatabase, type TestDatabase } from "../testing.ts";
import { idRangeOf } from "./id-ranges.ts";
import { prepareShard } from "./prepare.ts";
import { expectOwnIds, prepareInTwoRuns, tablesWithSites } from "./prepared-site.fixture.ts";
import { sharded } from "./sharded.ts";
import { isAtHome, splitSite } from "./split.ts";
import { saleTables } from "./split-sales.ts";

let home: TestDatabase;
let site: TestDatabase;
const shard = () => ({ service: "orders", homeUrl: home.url, siteId: "MLA", urls: [site.url] }) as const;

/** Sells packs of two orders and orders without one, each with a payment, a note and a conversation. */
const sell = (url: string, siteId: string, sales: number) =>
  query(
    url,
    `WITH p AS (
       INSERT INTO packs (site_id, seller_id, buyer_id, created_at)
       SELECT '${siteId}', 1, 2, now() FROM generate_series(1, ${sales}) RETURNING id),
     o AS (
       INSERT INTO orders (pack_id, site_id, seller_id, buyer_id, item_id, quantity, unit_price, currency_id, logistic_type,
         self_service, created_at, title, variation_attributes, cancel_detail)
       SELECT id, '${siteId}', 1, 2, '${siteId}1', 1, id / 3.0, 'ARS', 'drop_off', false, '2026-03-01T00:00:00.123Z', E'"\\n',
         '[{"name": "Ñ"}]'::jsonb, '{"a": null}'::jsonb FROM p, generate_series(1, 2)
       UNION ALL SELECT NULL, '${siteId}', 1, 2, '${siteId}1', 1, 1, 'ARS', 'drop_off', false, now(), NULL, '[]'::jsonb, NULL
       FROM generate_series(1, ${sales}) RETURNING id, pack_id),
     paid AS (
       INSERT INTO payments (order_id, status, status_detail, method_id, type, installments, amount, refunded, created_at,
         last_updated)
       SELECT id, 'approved', 'accredited', 'm', 't', 1, 9.99, 1.11, now(), now() FROM o RETURNING id),
     refunded AS (INSERT INTO refunds (payment_id, amount, created_at) SELECT id, 1.11, now() FROM paid),
     said AS (
       INSERT INTO feedback (order_id, side, fulfilled, rating, restock_item, created_at)
       SELECT id, 'sale', true, 'positive', false, now() FROM o),
     talks AS (
       INSERT INTO conversations (pack_id, site_id, seller_id, buyer_id)
       SELECT DISTINCT coalesce(pack_id, id), '${siteId}', 1, 2 FROM o RETURNING pack_id),
     messages AS (
       INSERT INTO messages (id, pack_id, application_id, from_id, to_id, text, status, moderation_status, first, created_at)
       SELECT gen_random_uuid(), pack_id, 1, 1, 2, 'hi', 'available', 'clean', true, now() FROM talks RETURNING id),
     files AS (
       INSERT INTO message_attachments (id, user_id, site_id, message_id, original_name, type, size, sha256, object_key,
         created_at)
       SELECT id::text, 1, '${siteId}', id, 'n', 't', 1, 's', id::text, now() FROM messages)
     INSERT INTO notes (id, subject, subject_id, text, created_at, updated_at)
     SELECT substr(md5('order' || id), 1, 24), 'order', id, 'n', now(), now() FROM o
     UNION ALL SELECT substr(md5('pack' || pack_id), 1, 24), 'pack', pack_id, 'n', now(), now() FROM talks`,
  );

/** The rows of each table, as text. */
const rowsOf = async (url: string, tables: readonly string[] = saleTables) =>
  Promise.all(
    tables.map(async (table) => {
      const rows = await query<{ row: string }>(url, `SELECT t::text AS row FROM ${table} t ORDER BY 1`);
      return rows.map(({ row }) => row);
    }),
  );
const countsOf = async (url: string) => (await rowsOf(url)).map(({ length }) => length);

beforeAll(async () => {
  const server = inject("testPostgresUrl");
  home = await createTestDatabase(server, "orders");
  site = await createTestDatabase(server);
});

afterAll(async () => {
  for (const database of [home, site]) await database.drop();
});

describe("the database of a site for orders", () => {
  test("is prepared where an interrupted run ended", async () => {
    const [first] = await prepareInTwoRuns("orders", { home, site });
    expect(first).toBe("site_placements");
  });

  test("makes the ids of its site alone", () => expectOwnIds("orders", { home, site }));

  test("makes home refuse the site's rows of every table that has some", async () => {
    await expect(sell(home.url, "MLA", 1)).rejects.toThrow("not_of_mla");
    const tables = await tablesWithSites(home.url);
    // A file is its user's until a message has it, which is refused with its conversation.
    const others = ["site_placements", "site_splits", "message_attachments"];
    expect(tables).toEqual([...others, ...sharded.orders.tables].toSorted());
    const talk = "INSERT INTO conversations (pack_id, site_id, seller_id, buyer_id) VALUES (1, 'MLA', 1, 2)";
    await expect(query(home.url, talk)).rejects.toThrow("conversations_not_of_mla");
    await sell(home.url, "MLB", 1);
  });
});

describe("a site that has sales at home", () => {
  let other: TestDatabase;
  const split = (more: Partial<Parameters<typeof splitSite>[0]> = {}) =>
    splitSite({
      service: "orders",
      homeUrl: home.url,
      siteId: "MLC",
      to: other.url,
      batchSize: 20,
      ...more,
    });
  let brazilian: string[][];
  let before: string[][];
  /** What home has of the site. */
  const left = async () =>
    (await rowsOf(home.url)).map((rows, index) => rows.filter((row) => !brazilian[index]?.includes(row)));

  beforeAll(async () => {
    other = await createTestDatabase(inject("testPostgresUrl"));
    brazilian = await rowsOf(home.url);
    await sell(home.url, "MLC", 30);
    // Of a purchase that ended half way, and of a seller who only looked.
    await query(
      home.url,
      "INSERT INTO packs (site_id, seller_id, buyer_id, created_at) VALUES ('MLC', 1, 2, now())",
    );
    await query(home.url, "INSERT INTO conversations VALUES (77, 'MLC', 1, 2)");
    before = await left();
  });

  afterAll(() => other.drop());

  test("stays there until it is split off", async () => {
    const prepared = await prepareShard({ ...shard(), siteId: "MLC", urls: [other.url] });
    expect(prepared.atHome).toBe(true);
    expect(await isAtHome(home.url, "MLC")).toBe(true);
    await sell(home.url, "MLC", 1);
    before = await left();
  });

  test("leaves each sale whole in one database when the split is interrupted", async () => {
    const stop = async (moved: number) => {
      if (moved > 30) throw new Error("interrupted");
    };
    await expect(split({ moved: stop })).rejects.toThrow("interrupted");
    const [stayed, gone] = [await left(), await rowsOf(other.url)];
    expect(stayed.map((rows, index) => [...rows, ...(gone[index] ?? [])].toSorted())).toEqual(
      before.map((rows) => rows.toSorted()),
    );
    expect(gone[1]?.length).toBeGreaterThan(30);
    expect(stayed[1]?.length).toBeGreaterThan(0);
    // Two orders of each pack, and one payment, refund and feedback of each order, in the same database.
    const whole = await query<{ whole: boolean }>(
      other.url,
      `SELECT (SELECT bool_and(n = 2) FROM (SELECT count(*) AS n FROM orders WHERE pack_id IS NOT NULL GROUP BY pack_id) AS p)
         AND (SELECT count(*) FROM orders) = ALL (ARRAY[(SELECT count(*) FROM payments), (SELECT count(*) FROM refunds),
           (SELECT count(*) FROM feedback)]) AS whole`,
    );
    expect(whole).toEqual([{ whole: true }]);
    await expect(sell(home.url, "MLC", 1)).rejects.toMatchObject({ code: "42P01" });
    brazilian = (await rowsOf(home.url)).map((rows, index) =>
      rows.filter((row) => !stayed[index]?.includes(row)),
    );
    await query(home.url, "UPDATE orders SET status = 'confirmed' WHERE site_id = 'MLC'");
    before = (await left()).map((rows, index) => [...rows, ...(gone[index] ?? [])].toSorted());
  });

  test("gives way at the site to home's rows where a batch was interrupted", async () => {
    // The first sale that is at home, as if its batch had been stored and not been deleted.
    const [order] = await query<{ id: number; row: string }>(
      home.url,
      `SELECT id::float8 AS id, json_build_array(o)::text AS row FROM orders o WHERE site_id = 'MLC' AND pack_id IS NULL
       ORDER BY o.id DESC LIMIT 1`,
    );
    await query(
      other.url,
      `INSERT INTO orders SELECT * FROM json_populate_recordset(NULL::orders, $1::json);`,
      [order?.row],
    );
    await query(
      other.url,
      "INSERT INTO notes VALUES ('removed at home since then', 'order', $1, 'n', now(), now())",
      [order?.id],
    );
    await query(other.url, "UPDATE orders SET status = 'invalid' WHERE id = $1", [order?.id]);
    expect(await split()).toMatchObject({ secondsWithoutNew: 0 });
    expect((await rowsOf(other.url)).map((rows) => rows.toSorted())).toEqual(before);
  });

  test("is one like any other then", async () => {
    expect(await countsOf(home.url)).toEqual(brazilian.map(({ length }) => length));
    expect(await isAtHome(home.url, "MLC")).toBe(false);
    await expect(sell(home.url, "MLC", 1)).rejects.toThrow("not_of_mlc");
    expect(await query(home.url, "SELECT FROM pg_trigger WHERE tgname LIKE '%not_of_mlc'")).toEqual([]);
    await expect(split()).rejects.toThrow("already");
    const [made] = await query<{ id: number }>(other.url, "SELECT next_sale_id()::float8 AS id");
    expect(made?.id).toBe(idRangeOf("MLC").first);
  });
});
