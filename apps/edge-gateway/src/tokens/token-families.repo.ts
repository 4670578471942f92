import type { Page, Scope } from "@marketplace/conventions";
import { invalidate } from "@marketplace/database";
import type { GatewayDatabase } from "@marketplace/database/gateway";
import { revokedFamilies } from "./tokens.repo.ts";

/** A family with a token that works. */
export interface LiveFamily {
  id: string;
  application_id: number;
  application_name: string;
  scopes: Scope[];
  created_at: Date;
  last_used_at: Date | null;
  /** When the last of its tokens expires. */
  expires_at: Date;
}

/** Of a refresh token, which lives longest, the scopes are those of the whole grant. */
const live = `FROM token_families f
  JOIN applications a ON a.id = f.application_id
  JOIN LATERAL (
    SELECT scopes, expires_at FROM tokens
    WHERE family_id = f.id AND used_at IS NULL AND expires_at > $2 ORDER BY expires_at DESC LIMIT 1
  ) newest ON true
  WHERE f.user_id = $1 AND f.revoked_at IS NULL`;

/** Families of tokens, as users and operators see them. */
export function createTokenFamiliesRepo(db: GatewayDatabase) {
  return {
    /** A user's families with a token that works, latest first. */
    async list(userId: number, now: Date, { limit, offset }: Page) {
      const [count] = await db.query<{ total: number }>(`SELECT count(*) AS total ${live}`, [userId, now]);
      const families = await db.query<LiveFamily>(
        `SELECT f.id, f.application_id, a.name AS application_name, newest.scopes, f.created_at, f.last_used_at,
           newest.expires_at ${live} ORDER BY f.created_at DESC, f.id LIMIT $3 OFFSET $4`,
        [userId, now, limit, offset],
      );
      return { total: count?.total ?? 0, families };
    },

    /**
     * Revokes a family of a user; false when there is none that is not revoked. A page of the product that
     * gives back its own tokens signs out: its consent is remembered.
     */
    async revoke(
      userId: number,
      id: string,
      { now, isOwn = false }: { now: Date; isOwn?: boolean },
    ): Promise<boolean> {
      return db.transaction(async () => {
        const revoked = await db.execute(
          `
          UPDATE token_families f SET revoked_at = $3::timestamptz, signed_out_at = (
            SELECT $3::timestamptz FROM applications a WHERE $4::boolean AND a.id = f.application_id AND a.builtin IS NOT NULL)
          WHERE id = $2 AND user_id = $1 AND revoked_at IS NULL`,
          [userId, id, now, isOwn],
        );
        await invalidate(db, revokedFamilies, id);
        return revoked > 0;
      });
    },

    /**
     * Revokes what the product's own applications got in a session; returns the ids. Others' tokens outlive a
     * sign-out: they act for the user while nobody is there.
     */
    async revokeOfSession(userId: number, sessionId: string, now: Date): Promise<string[]> {
      return db.transaction(async () => {
        const rows = await db.query<{ id: string }>(
          `
          UPDATE token_families f SET revoked_at = $3, signed_out_at = $3 FROM applications a
          WHERE f.user_id = $1 AND f.session_id = $2 AND f.revoked_at IS NULL
            AND a.id = f.application_id AND a.builtin IS NOT NULL
          RETURNING f.id`,
          [userId, sessionId, now],
        );
        for (const { id } of rows) await invalidate(db, revokedFamilies, id);
        return rows.map(({ id }) => id);
      });
    },

    /** Notes that a token was used; at most once an hour over all replicas. */
    async noteUse(id: string, now: Date): Promise<void> {
      await db.execute(
        "UPDATE token_families SET last_used_at = $2 WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < $3)",
        [id, now, new Date(now.getTime() - useNotedMs)],
      );
    },
  };
}

/** How exactly the last use of a family is known, in milliseconds. */
export const useNotedMs = 3_600_000;

export type TokenFamiliesRepo = ReturnType<typeof createTokenFamiliesRepo>;
