import type { UserTrades } from "@marketplace/contracts";
import type { OrdersDatabase } from "@marketplace/database/orders";

export type TradesRepo = ReturnType<typeof createTradesRepo>;

const counted = `
  SELECT u.id, sold.*, bought.*
  FROM unnest($1::bigint[]) AS u (id),
    LATERAL (SELECT count(*) FILTER (WHERE status NOT IN ('cancelled', 'invalid')) AS sold,
      count(*) FILTER (WHERE status IN ('cancelled', 'invalid')) AS "soldCanceled" FROM orders WHERE seller_id = u.id) AS sold,
    LATERAL (SELECT count(*) FILTER (WHERE status NOT IN ('cancelled', 'invalid')) AS bought,
      count(*) FILTER (WHERE status IN ('cancelled', 'invalid')) AS "boughtCanceled" FROM orders WHERE buyer_id = u.id) AS bought`;

interface Row {
  id: number;
  sold: number;
  soldCanceled: number;
  bought: number;
  boughtCanceled: number;
}

/** Counts of orders. */
export function createTradesRepo(db: OrdersDatabase) {
  return {
    /** How many orders each of the users sold and bought. */
    async of(userIds: readonly number[]): Promise<UserTrades[]> {
      const rows = await db.query<Row>(counted, [userIds]);
      return rows.map((row) => ({
        user_id: row.id,
        sold: { completed: row.sold, canceled: row.soldCanceled },
        bought: { completed: row.bought, canceled: row.boughtCanceled },
      }));
    },
  };
}
