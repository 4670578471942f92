import type { UserTrades } from "@marketplace/contracts";
import type { OrdersDatabase } from "@marketplace/database/orders";

export type TradesRepo = ReturnType<typeof createTradesRepo>;

const isCanceled = "status IN ('cancelled', 'invalid')";

const counted = `
  SELECT u.id, sold.*, bought.*
  FROM unnest($1::bigint[]) AS u (id),
    LATERAL (SELECT count(*) FILTER (WHERE NOT (${isCanceled})) AS sold,
      count(*) FILTER (WHERE ${isCanceled}) AS "soldCanceled",
      count(*) FILTER (WHERE ${isCanceled} AND closed_at IS NOT NULL) AS "soldCanceledPaid" FROM orders WHERE seller_id = u.id) AS sold,
    LATERAL (SELECT count(*) FILTER (WHERE NOT (${isCanceled})) AS bought,
      count(*) FILTER (WHERE ${isCanceled}) AS "boughtCanceled",
      count(*) FILTER (WHERE ${isCanceled} AND closed_at IS NOT NULL) AS "boughtCanceledPaid" FROM orders WHERE buyer_id = u.id) AS bought`;

interface Row {
  id: number;
  sold: number;
  soldCanceled: number;
  soldCanceledPaid: number;
  bought: number;
  boughtCanceled: number;
  boughtCanceledPaid: number;
}

/** Counts of orders. */
export function createTradesRepo(db: OrdersDatabase) {
  return {
    /** How many orders each of the users sold and bought. */
    async of(userIds: readonly number[]): Promise<UserTrades[]> {
      const rows = await db.query<Row>(counted, [userIds]);
      return rows.map((row) => ({
        user_id: row.id,
        sold: { completed: row.sold, canceled: row.soldCanceled, canceled_paid: row.soldCanceledPaid },
        bought: {
          completed: row.bought,
          canceled: row.boughtCanceled,
          canceled_paid: row.boughtCanceledPaid,
        },
      }));
    },
  };
}
