import { beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { ids, ordersService } from "../orders.fixture.ts";
import { conditionsOf, type View } from "./order-filters.rules.ts";
import { orderSearchParams } from "./order-search.schema.ts";
import { groupsSql, type Perspective, pageSql } from "./order-search.sql.ts";

const { db, clock } = await ordersService();

beforeAll(async () => {
  await db.pool.query(
    `INSERT INTO orders (site_id, seller_id, buyer_id, item_id, quantity, unit_price, currency_id, logistic_type,
      self_service, created_at, closed_at, last_updated, title)
    SELECT 'MLA', $1::bigint + n % 5, $2::bigint + n % 7, 'MLA1', 1, 100, 'ARS', 'drop_off', false, at, at, at, 'Silla'
    FROM generate_series(1, 10000) AS n, LATERAL (SELECT $3::timestamptz - n * interval '1 hour' AS at) AS made`,
    [ids.seller, ids.buyer + 1_000, clock.now()],
  );
  await db.pool.query("VACUUM ANALYZE orders");
});

/** How Postgres reads a block, and counts, for one side with these parameters. */
async function plansOf(side: Perspective, params: Record<string, string>, view: View = "all") {
  const search = {
    params: z.object(orderSearchParams).parse(params),
    view,
    sellerId: side === "seller" ? ids.seller : undefined,
    buyerId: side === "buyer" ? ids.buyer + 1_000 : undefined,
    namedId: null,
    now: clock.now(),
  };
  const conditions = conditionsOf(search);
  const explain = async (statement: string, values: unknown[]) => {
    const { rows } = await db.pool.query<Record<"QUERY PLAN", string>>(`EXPLAIN ${statement}`, values);
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  };
  const page = pageSql(conditions, search.params.sort, side);
  return {
    page: await explain(page, [...conditions.values, 50, 0]),
    groups: await explain(groupsSql(conditions), conditions.values),
  };
}

it.each(["date_asc", "date_desc", "date_last_updated_asc", "date_last_updated_desc"])(
  "a block by %s is read from an index, without sorting the rest",
  async (sort) => {
    for (const side of ["seller", "buyer"] as const) {
      const { page } = await plansOf(side, { sort });
      expect(page).toMatch(/Index Scan (Backward )?using orders_/);
      expect(page).not.toMatch(/Seq Scan|-> {2}Sort/);
    }
  },
);

it("a period is a range of an index, for the block and for the counts", async () => {
  const from = new Date(clock.now().getTime() - 86_400_000).toISOString();
  for (const side of ["seller", "buyer"] as const) {
    const { page, groups } = await plansOf(side, { "order.date_created.from": from });
    for (const plan of [page, groups]) {
      expect(plan).not.toContain("Seq Scan");
      expect(plan).toMatch(/Index Cond: .*>=/);
    }
  }
});
