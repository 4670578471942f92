import type { CatalogRpc } from "@marketplace/contracts";
import type { CatalogDatabase } from "@marketplace/database/catalog";

type Answer = Awaited<ReturnType<CatalogRpc["takeStock"]>>;
type Line = Parameters<CatalogRpc["takeStock"]>[0]["lines"][number];

export interface Reservation {
  lines: Line[];
  answer: Answer;
}

/** Purchases by their key. */
export interface ReservationsRepo {
  /** Inserts the row of the key; waits for a concurrent insert, and returns `false` when the key exists. */
  claim(purchaseKey: string, lines: readonly Line[]): Promise<boolean>;
  answer(purchaseKey: string, answer: Answer): Promise<void>;
  get(purchaseKey: string): Promise<Reservation>;
  /** Marks taken stock as returned; `undefined` when there is none to return. */
  markReturned(purchaseKey: string, at: Date): Promise<Reservation | undefined>;
}

export function createReservationsRepo(db: CatalogDatabase): ReservationsRepo {
  const get = async (purchaseKey: string): Promise<Reservation> => {
    const row = await db.current().stockReservation.findUniqueOrThrow({ where: { purchaseKey } });
    // This file wrote both columns.
    return { lines: row.lines as unknown as Line[], answer: row.answer as unknown as Answer };
  };
  return {
    async claim(purchaseKey, lines) {
      const written = await db.execute(
        `
        INSERT INTO stock_reservations (purchase_key, lines, answer, taken)
        VALUES ($1, $2::jsonb, 'null', false) ON CONFLICT DO NOTHING`,
        [purchaseKey, JSON.stringify(lines)],
      );
      return written > 0;
    },
    async answer(purchaseKey, answer) {
      await db.execute(
        `
        UPDATE stock_reservations SET answer = $1::jsonb, taken = $2
        WHERE purchase_key = $3`,
        [JSON.stringify(answer), answer.taken, purchaseKey],
      );
    },
    get,
    async markReturned(purchaseKey, at) {
      const where = { purchaseKey, taken: true, returnedAt: null };
      const { count } = await db.current().stockReservation.updateMany({ where, data: { returnedAt: at } });
      return count > 0 ? get(purchaseKey) : undefined;
    },
  };
}
