import type { GatewayDatabase } from "@marketplace/database/gateway";

/** Who a user is at an issuer. */
export interface Identity {
  id: number;
  user_id: number;
  issuer: string;
  subject: string;
  created_at: Date;
}

export type NewIdentity = Pick<Identity, "issuer" | "subject" | "user_id" | "created_at">;

export type IdentitiesRepo = ReturnType<typeof createIdentitiesRepo>;

const columns = "id, user_id, issuer, subject, created_at";

/** Which person at which issuer is which user. */
export function createIdentitiesRepo(db: GatewayDatabase) {
  return {
    async find({ issuer, subject }: Pick<Identity, "issuer" | "subject">): Promise<Identity | undefined> {
      const [row] = await db.query<Identity>(
        `SELECT ${columns} FROM identities WHERE issuer = $1 AND subject = $2`,
        [issuer, subject],
      );
      return row;
    },

    /** Those of a user, oldest first. */
    list: (userId: number): Promise<Identity[]> =>
      db.query<Identity>(`SELECT ${columns} FROM identities WHERE user_id = $1 ORDER BY id`, [userId]),

    /** Links a person to a user; `undefined` when the person is linked already. */
    async add({ issuer, subject, user_id, created_at }: NewIdentity): Promise<Identity | undefined> {
      const [row] = await db.query<Identity>(
        `
        INSERT INTO identities (issuer, subject, user_id, created_at) VALUES ($1, $2, $3, $4)
        ON CONFLICT (issuer, subject) DO NOTHING RETURNING ${columns}`,
        [issuer, subject, user_id, created_at],
      );
      return row;
    },

    /** Users of an e-mail address, two at most, locked until the transaction ends. */
    lockByEmail: (email: string): Promise<{ id: number; roles: string[]; disabled: boolean }[]> =>
      db.query(
        `SELECT id, roles, disabled_at IS NOT NULL AS disabled FROM users
        WHERE lower(email) = lower($1) ORDER BY id LIMIT 2 FOR UPDATE`,
        [email],
      ),

    /** Takes a link back; gives what it was. */
    async remove(userId: number, id: number): Promise<Identity | undefined> {
      const [row] = await db.query<Identity>(
        `DELETE FROM identities WHERE user_id = $1 AND id = $2 RETURNING ${columns}`,
        [userId, id],
      );
      return row;
    },
  };
}
