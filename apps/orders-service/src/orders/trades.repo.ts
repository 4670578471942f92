import type { UserTrades } from "@marketplace/contracts";
import type { OrdersDatabase } from "@marketplace/database/orders";

export type TradesRepo = ReturnType<typeof createTradesRepo>;

const counted = `
  SELECT u.id, (SELECT count(*) FROM orders WHERE seller_id = u.id) AS sold,
    (SELECT count(*) FROM orders WHERE buyer_id = u.id) AS bought
  FROM unnest($1::bigint[]) AS u (id)`;

/** Counts of orders. */
export function createTradesRepo(db: OrdersDatabase) {
  return {
    /** How many orders each of the users sold and bought. Orders cannot be canceled yet. */
    async of(userIds: readonly number[]): Promise<UserTrades[]> {
      const rows = await db.query<{ id: number; sold: number; bought: number }>(counted, [userIds]);
      return rows.map(({ id, sold, bought }) => ({
        user_id: id,
        sold: { completed: sold, canceled: 0 },
        bought: { completed: bought, canceled: 0 },
      }));
    },
  };
}
