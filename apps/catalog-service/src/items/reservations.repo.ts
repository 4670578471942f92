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
  /** Inserts the row of the key; waits for a concurrent insert, and answers `false` when the key exists. */
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
      const written = await db.current().$executeRaw`
        INSERT INTO stock_reservations (purchase_key, lines, answer, taken)
        VALUES (${purchaseKey}, ${JSON.stringify(lines)}::jsonb, 'null', false) ON CONFLICT DO NOTHING`;
      return written > 0;
    },
    async answer(purchaseKey, answer) {
      await db.current().$executeRaw`
        UPDATE stock_reservations SET answer = ${JSON.stringify(answer)}::jsonb, taken = ${answer.taken}
        WHERE purchase_key = ${purchaseKey}`;
    },
    get,
    async markReturned(purchaseKey, at) {
      const where = { purchaseKey, taken: true, returnedAt: null };
      const { count } = await db.current().stockReservation.updateMany({ where, data: { returnedAt: at } });
      return count > 0 ? get(purchaseKey) : undefined;
    },
  };
}
