import type { CatalogDatabase } from "@marketplace/database/catalog";

/** Items of each seller that get visits, and the days before the seed in which they come. */
const itemsOfSeller = 40;
const days = 90;

// Week-ends have less, and items differ.
const insert = `
  INSERT INTO item_visit_days (item_id, day, seller_id, visits)
  SELECT id, at::date, seller_id, 1 + (no * 31 % 23 + extract(doy FROM at)::int * 7 % 11)
    / CASE WHEN extract(isodow FROM at) > 5 THEN 3 ELSE 1 END
  FROM (
      SELECT id, no, seller_id, date_created, row_number() OVER (PARTITION BY seller_id ORDER BY no) AS place
      FROM items WHERE site_id = $1) AS item,
    generate_series($2::timestamptz - $3::int * interval '1 day', $2::timestamptz - interval '1 day', '1 day') AS at
  WHERE place <= $4 AND at >= date_created
  ON CONFLICT DO NOTHING`;

/** Visits of a site's items on the days before, so that charts have something to show. */
export async function seedVisits(
  db: CatalogDatabase,
  { site, now }: { site: string; now: Date },
): Promise<void> {
  await db.execute(insert, [site, now, days, itemsOfSeller]);
}
