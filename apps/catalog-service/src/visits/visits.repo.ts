import { deleteBefore } from "@marketplace/database";
import type { CatalogDatabase } from "@marketplace/database/catalog";

/** A user read an item; `hour` is its beginning. */
export interface Visit {
  itemId: string;
  userId: number;
  hour: Date;
}

/** The visits of a day, `2026-03-10`. */
export interface DayVisits {
  day: string;
  visits: number;
}

/** Days, both included. */
export interface Days {
  from: string;
  to: string;
}

export interface VisitsRepo {
  /** Counts visits that are not counted yet, but none of sellers to their own items. */
  add(visits: readonly Visit[]): Promise<void>;
  /** The days of an item that have visits; of a relisted one with those of the items that it continues. */
  ofItem(itemId: string, days: Days): Promise<DayVisits[]>;
  /** The days of all items of a seller that have visits. */
  ofSeller(sellerId: number, days: Days): Promise<DayVisits[]>;
  /** Deletes single visits before `hour` and days before `day`. */
  purge(before: { hour: Date; day: string }): Promise<void>;
}

// In one order everywhere, so that two processes cannot deadlock.
const add = `
  WITH counted AS (
    INSERT INTO item_visits (item_id, user_id, hour)
    SELECT visit.item_id, visit.user_id, visit.hour
    FROM (SELECT DISTINCT * FROM unnest($1::text[], $2::bigint[], $3::timestamptz[])) AS visit (item_id, user_id, hour)
      JOIN items ON items.id = visit.item_id AND items.seller_id <> visit.user_id
    ORDER BY 1, 2, 3
    ON CONFLICT DO NOTHING
    RETURNING item_id, hour)
  INSERT INTO item_visit_days AS known (item_id, day, seller_id, visits)
  SELECT counted.item_id, (counted.hour AT TIME ZONE 'UTC')::date, items.seller_id, count(*)
  FROM counted JOIN items ON items.id = counted.item_id
  GROUP BY 1, 2, 3 ORDER BY 1, 2
  ON CONFLICT (item_id, day) DO UPDATE SET visits = known.visits + excluded.visits`;

const ofItem = `
  WITH RECURSIVE line AS (
    SELECT id, parent_item_id, other_fields FROM items WHERE id = $1
    UNION
    SELECT items.id, items.parent_item_id, items.other_fields FROM items JOIN line ON items.id = line.parent_item_id
    WHERE line.other_fields -> 'tags' ? 'dragged_visits')
  SELECT day::text, sum(visits)::int AS visits FROM item_visit_days JOIN line ON line.id = item_id
  WHERE day BETWEEN $2::date AND $3::date GROUP BY day ORDER BY day`;

const ofSeller = `
  SELECT day::text, sum(visits)::int AS visits FROM item_visit_days
  WHERE seller_id = $1 AND day BETWEEN $2::date AND $3::date GROUP BY day ORDER BY day`;

export function createVisitsRepo(db: CatalogDatabase): VisitsRepo {
  return {
    async add(visits) {
      const columns = [
        visits.map(({ itemId }) => itemId),
        visits.map(({ userId }) => userId),
        visits.map(({ hour }) => hour),
      ];
      await db.execute(add, columns);
    },
    ofItem: (itemId, { from, to }) => db.query<DayVisits>(ofItem, [itemId, from, to]),
    ofSeller: (sellerId, { from, to }) => db.query<DayVisits>(ofSeller, [sellerId, from, to]),
    async purge({ hour, day }) {
      await deleteBefore(db, { table: "item_visits", column: "hour", before: hour });
      await deleteBefore(db, { table: "item_visit_days", column: "day", before: day });
    },
  };
}
