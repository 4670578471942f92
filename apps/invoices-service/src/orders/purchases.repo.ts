import type { InvoicesDatabase } from "@marketplace/database/invoices";

/**
 * Purchases by the key under which their stock is taken.
 *
 * pending   -> done        the orders were committed, in the same transaction
 * pending   -> cancelled   no stock was taken
 * pending   -> returning   nothing was bought, and nothing will be: the stock is being given back
 * returning -> cancelled   it was given back, if any was taken
 *
 * `pending` is committed before any stock is taken, so that a crash at any later moment leaves a row that says what to
 * give back.
 */
export interface PurchasesRepo {
  /** Writes the pending row, unless one of the same request is pending: then that is gone on with. */
  begin(purchase: NewPurchase): Promise<Purchase>;
  /** The pending purchase of the same request, which another attempt at it began. */
  pending(sameAs: string): Promise<Purchase | undefined>;
  /** Marks it done in the present transaction; `false` when it is no longer pending. */
  complete(id: string): Promise<boolean>;
  /** Marks it cancelled, if it is pending. */
  cancel(id: string): Promise<void>;
  /** Dates unfinished purchases of the future as begun now: they began before the clock was set back, nobody knows when. */
  notLaterThan(now: Date): Promise<void>;
  /** Marks it as being given back, if it is pending; `false` when it is not. */
  giveUp(id: string): Promise<boolean>;
  /** Marks what is pending and was begun before that time as being given back; names it and what was marked as long ago. */
  giveUpAbandoned(before: Date, limit: number): Promise<string[]>;
  /** Marks it cancelled, after its stock was given back. */
  returned(id: string): Promise<void>;
}

export interface Purchase {
  id: string;
  buyerId: number;
  at: Date;
}

export interface NewPurchase extends Purchase {
  /** Equal for the repetitions of one request. */
  sameAs?: string | undefined;
}

type State = "pending" | "returning" | "done" | "cancelled";

interface Row {
  id: string;
  buyer_id: number;
  created_at: Date;
}

const begun = `INSERT INTO purchases (id, buyer_id, state, created_at, same_as) VALUES ($1::uuid, $2, 'pending', $3, $4)
  ON CONFLICT (same_as) WHERE state = 'pending' DO NOTHING`;
const ofRequest = "SELECT id, buyer_id, created_at FROM purchases WHERE same_as = $1 AND state = 'pending'";
// Rows that another replica is marking at this moment are its own.
const abandoned = `UPDATE purchases SET state = 'returning' WHERE id = ANY (ARRAY(
    SELECT id FROM purchases WHERE state IN ('pending', 'returning') AND created_at < $1
    ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED))
  RETURNING id`;

/** The repository over a database. */
export function createPurchasesRepo(db: InvoicesDatabase): PurchasesRepo {
  const move = async (id: string, from: State, to: State): Promise<boolean> =>
    (await db.execute("UPDATE purchases SET state = $3 WHERE id = $1::uuid AND state = $2", [id, from, to])) >
    0;
  const pending = async (sameAs: string): Promise<Purchase | undefined> => {
    const [row] = await db.query<Row>(ofRequest, [sameAs]);
    return row && { id: row.id, buyerId: row.buyer_id, at: row.created_at };
  };
  return {
    pending,
    async begin({ sameAs, ...purchase }) {
      const values = [purchase.id, purchase.buyerId, purchase.at, sameAs ?? null];
      for (;;) {
        if ((await db.execute(begun, values)) > 0) return purchase;
        const other = sameAs === undefined ? undefined : await pending(sameAs);
        if (other) return other;
      }
    },
    async notLaterThan(now) {
      const future = "state IN ('pending', 'returning') AND created_at > $1";
      await db.execute(`UPDATE purchases SET created_at = $1 WHERE ${future}`, [now]);
    },
    complete: (id) => move(id, "pending", "done"),
    async cancel(id) {
      await move(id, "pending", "cancelled");
    },
    giveUp: (id) => move(id, "pending", "returning"),
    async giveUpAbandoned(before, limit) {
      return (await db.query<{ id: string }>(abandoned, [before, limit])).map(({ id }) => id);
    },
    async returned(id) {
      await move(id, "returning", "cancelled");
    },
  };
}
