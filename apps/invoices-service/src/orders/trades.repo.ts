import type { UserTrades } from "@marketplace/contracts";
import type { InvoicesDatabase } from "@marketplace/database/invoices";

/** Counts of orders. */
export interface TradesRepo {
  /** How many orders each of the users sold and bought. Orders cannot be canceled yet. */
  of(userIds: readonly number[]): Promise<UserTrades[]>;
}

const counted = `
  SELECT u.id, (SELECT count(*) FROM orders WHERE seller_id = u.id) AS sold,
    (SELECT count(*) FROM orders WHERE buyer_id = u.id) AS bought
  FROM unnest($1::bigint[]) AS u (id)`;

export function createTradesRepo(db: InvoicesDatabase): TradesRepo {
  return {
    async of(userIds) {
      const rows = await db.query<{ id: number; sold: number; bought: number }>(counted, [userIds]);
      return rows.map(({ id, sold, bought }) => ({
        user_id: id,
        sold: { completed: sold, canceled: 0 },
        bought: { completed: bought, canceled: 0 },
      }));
    },
  };
}
