import { beforeAll, describe, expect, it } from "vitest";
import { phone, startCatalog } from "../catalog.fixture.ts";
import { defaultOrder, orders } from "./seller-items.schema.ts";
import { afterSql, pageSql, type SellerItemsFilter, valuesOf } from "./seller-items.sql.ts";

const { deps, list } = await startCatalog();
const sellerId = 2_500_000_000;

/** How Postgres answers a statement. */
async function planOf(
  statement: string,
  filter: Partial<SellerItemsFilter>,
  more: unknown[],
): Promise<string> {
  const values = [...valuesOf({ callerId: sellerId, sellerId, ...filter }), ...more];
  const { rows } = await deps.db.pool.query<Record<"QUERY PLAN", string>>(`EXPLAIN ${statement}`, values);
  return rows.map((row) => row["QUERY PLAN"]).join("\n");
}

beforeAll(async () => {
  for (let block = 0; block < 5; block += 1)
    await list(
      ...Array.from({ length: 1_000 }, (_, index) =>
        phone({
          sellerId,
          status: index % 50 === 0 ? "paused" : "active",
          dateCreated: new Date(Date.UTC(2026, 1, 1, 0, 0, index)),
          sellerCustomField: `CODE-${block}-${index}`,
          attributes: [
            { id: "SELLER_SKU", name: "SKU", value_id: null, value_name: `SKU-${block}-${index}` },
          ],
        }),
      ),
    );
  await deps.db.pool.query("VACUUM ANALYZE items");
});

describe("a seller with many items", () => {
  it("is scanned by position, also by status: no block sorts or reads what came before", async () => {
    for (const status of [undefined, "paused"] as const) {
      const plan = await planOf(afterSql, { status }, [1_400_000_000, 50]);
      expect(plan).toContain("Index Scan");
      expect(plan).not.toMatch(/Seq Scan|Sort/);
      expect(plan).toMatch(/Index Cond: .*no > /);
    }
  });

  it("is paged in the default order, and its reverse, without sorting", async () => {
    const reverse = orders.find(({ id }) => id === "stop_time_desc") ?? defaultOrder;
    for (const order of [defaultOrder, reverse]) {
      const plan = await planOf(pageSql(order), {}, [50, 0]);
      expect(plan).toContain("items_seller_stop_time_idx");
      expect(plan).not.toContain("Sort");
    }
  });

  it.each([
    ["sku", "items_seller_custom_field_idx", { sku: "CODE-3-33" }],
    ["seller_sku", "items_seller_sku_idx", { seller_sku: "SKU-3-33" }],
  ])("is asked for a code by an index: %s", async (_, index, filter) => {
    expect(await planOf(pageSql(defaultOrder), filter, [50, 0])).toContain(index);
  });
});
