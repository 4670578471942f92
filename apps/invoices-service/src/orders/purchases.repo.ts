import { outsideTransactions } from "@marketplace/database";
import type { InvoicesDatabase } from "@marketplace/database/invoices";

/**
 * Purchases by the key under which their stock is taken.
 *
 * pending -> done        the orders were committed, in the same transaction
 * pending -> cancelled   nothing was bought; the stock was given back, if any was taken
 *
 * `pending` is committed before any stock is taken, so that a crash at any later moment leaves a row that says what to
 * give back.
 */
export interface PurchasesRepo {
  /** Writes the pending row at once, whatever transaction is open. */
  begin(purchase: { id: string; buyerId: number; at: Date }): Promise<void>;
  /** Marks it done in the present transaction; `false` when it was cancelled meanwhile. */
  complete(id: string): Promise<boolean>;
  /** Marks it cancelled at once, whatever transaction is open. */
  cancel(id: string): Promise<void>;
  /** Marks it cancelled in the present transaction, which has it locked. */
  abandon(id: string): Promise<void>;
  /** Locks pending purchases begun before that time, but those another replica works on, for the present transaction. */
  lockAbandoned(before: Date, limit: number): Promise<string[]>;
}

/** The repository over a database. */
export function createPurchasesRepo(db: InvoicesDatabase): PurchasesRepo {
  const settle = async (id: string, state: "done" | "cancelled"): Promise<boolean> => {
    const where = { id, state: "pending" };
    return (await db.current().purchase.updateMany({ where, data: { state } })).count > 0;
  };
  return {
    begin: ({ id, buyerId, at }) =>
      outsideTransactions(async () => {
        await db.client.purchase.create({ data: { id, buyerId, state: "pending", createdAt: at } });
      }),
    complete: (id) => settle(id, "done"),
    cancel: (id) =>
      outsideTransactions(async () => {
        await settle(id, "cancelled");
      }),
    async abandon(id) {
      await settle(id, "cancelled");
    },
    async lockAbandoned(before, limit) {
      const rows = await db.current().$queryRaw<{ id: string }[]>`
        SELECT id::text FROM purchases WHERE state = 'pending' AND created_at < ${before}
        ORDER BY created_at LIMIT ${limit} FOR UPDATE SKIP LOCKED`;
      return rows.map(({ id }) => id);
    },
  };
}
