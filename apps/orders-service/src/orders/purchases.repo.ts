import type { OrdersDatabase } from "@marketplace/database/orders";

export interface Purchase {
  id: string;
  buyerId: number;
  at: Date;
}

interface NewPurchase extends Purchase {
  /** By the machine's clock. */
  begunAt: Date;
  /** Equal for the repetitions of one request. */
  sameAs?: string | undefined;
}

type State = "pending" | "returning" | "done" | "cancelled";

const begun = `INSERT INTO purchases (id, buyer_id, state, created_at, same_as, begun_at)
  VALUES ($1::uuid, $2, 'pending', $3, $4, $5)
  ON CONFLICT (same_as) WHERE state = 'pending' DO NOTHING`;
const ofRequest = `SELECT id, buyer_id AS "buyerId", created_at AS at FROM purchases
  WHERE same_as = $1 AND state = 'pending'`;
// Skips rows that another replica is marking.
const abandoned = `WITH marked AS (
    UPDATE purchases SET state = 'returning' WHERE id = ANY (ARRAY(
      SELECT id FROM purchases WHERE state IN ('pending', 'returning') AND begun_at < $1
        AND (begun_at, id) > ($2, $3::uuid)
      ORDER BY begun_at, id LIMIT $4 FOR UPDATE SKIP LOCKED))
    RETURNING id, begun_at)
  SELECT id, begun_at AS "begunAt" FROM marked ORDER BY begun_at, id`;

/** A purchase that is to be returned: its place among all of them, too. */
export interface Abandoned {
  id: string;
  begunAt: Date;
}

const beforeFirst: Abandoned = { id: "00000000-0000-0000-0000-000000000000", begunAt: new Date(0) };

interface AbandonedPage {
  before: Date;
  after: Abandoned | undefined;
  limit: number;
}

export type PurchasesRepo = ReturnType<typeof createPurchasesRepo>;

/**
 * Purchases by the key under which their stock is taken.
 *
 * pending   -> done        the orders were committed, in the same transaction
 * pending   -> cancelled   no stock was taken
 * pending   -> returning   it will have no orders, and its stock is being returned
 * returning -> cancelled   its stock was returned, if any was taken
 *
 * `pending` is committed before any stock is taken, so that after a crash a row says what to return.
 */
export function createPurchasesRepo(db: OrdersDatabase) {
  const move = async (id: string, from: State, to: State): Promise<boolean> =>
    (await db.execute("UPDATE purchases SET state = $3 WHERE id = $1::uuid AND state = $2", [id, from, to])) >
    0;
  const pending = async (sameAs: string): Promise<Purchase | undefined> =>
    (await db.query<Purchase>(ofRequest, [sameAs]))[0];
  return {
    /** The pending purchase that an earlier attempt at the same request began. */
    pending,
    /** Writes a pending purchase; gives the pending purchase of the same request when there is one. */
    async begin({ sameAs, begunAt, ...purchase }: NewPurchase): Promise<Purchase> {
      const values = [purchase.id, purchase.buyerId, purchase.at, sameAs ?? null, begunAt];
      for (;;) {
        if ((await db.execute(begun, values)) > 0) return purchase;
        const other = sameAs === undefined ? undefined : await pending(sameAs);
        if (other) return other;
      }
    },
    /** Gives unfinished purchases of the future the present time: the clock was set back since. */
    async notLaterThan(now: Date): Promise<void> {
      const future = "state IN ('pending', 'returning') AND begun_at > $1";
      await db.execute(`UPDATE purchases SET begun_at = $1 WHERE ${future}`, [now]);
    },
    /** Marks it as done in the ambient transaction; `false` when it is no longer pending. */
    complete: (id: string) => move(id, "pending", "done"),
    /** Marks it as cancelled, if it is pending. */
    cancel: (id: string) => move(id, "pending", "cancelled"),
    /** Marks it as returning, if it is pending; `false` when it is not. */
    giveUp: (id: string) => move(id, "pending", "returning"),
    /** A page of the purchases begun before that time, marked as returning: their stock is to be returned. */
    giveUpAbandoned: ({ before, after = beforeFirst, limit }: AbandonedPage) =>
      db.query<Abandoned>(abandoned, [before, after.begunAt, after.id, limit]),
    /** Marks it as cancelled, after its stock was returned. */
    returned: (id: string) => move(id, "returning", "cancelled"),
  };
}
