import { deleteBefore } from "@marketplace/database";
import type { GatewayDatabase } from "@marketplace/database/gateway";
import type { SessionTimes } from "./session.rules.ts";

type Hash = Buffer<ArrayBuffer>;

/** A session as it is stored. */
export interface SessionRow extends SessionTimes {
  id: string;
  user_id: number;
  method: string;
}

export interface NewSession {
  id: string;
  tokenHash: Hash;
  userId: number;
  method: string;
  awaiting: string | null;
  now: Date;
  /** The stored password that was verified; when it has changed since, there is no session. */
  password?: string | undefined;
  /** The link to a person at an issuer by which the user came; when it is gone, there is no session. */
  identityId?: number | undefined;
}

/** How a session goes on after its last step. */
export type Completion = Pick<NewSession, "id" | "tokenHash" | "method" | "now"> & { awaiting: string };

export type SessionsRepo = ReturnType<typeof createSessionsRepo>;

/** Sessions of the sign-in pages, known by the SHA-256 of their tokens only. */
export function createSessionsRepo(db: GatewayDatabase) {
  return {
    /**
     * Adds a session; false when its user is disabled, has another password or is not linked any more by now.
     * The rows that say so are locked: a request that changes one and then ends the sessions ends this one.
     */
    async add(session: NewSession): Promise<boolean> {
      const { id, tokenHash, userId, method, awaiting, now, password, identityId } = session;
      const added = await db.execute(
        `
        INSERT INTO sessions (id, token_hash, user_id, method, awaiting, created_at, seen_at, rotated_at)
        SELECT $1, $2, u.id, $4, $5, $6, $6, $6
        FROM (SELECT id FROM users
              WHERE id = $3 AND disabled_at IS NULL AND ($7::text IS NULL OR password = $7) FOR SHARE) u
        WHERE $8::bigint IS NULL OR EXISTS (SELECT FROM identities WHERE id = $8 AND user_id = $3 FOR SHARE)`,
        [id, tokenHash, userId, method, awaiting, now, password ?? null, identityId ?? null],
      );
      return added === 1;
    },

    /** The session of a token, or of the token before; `is_current` tells which. */
    async find(tokenHash: Hash): Promise<(SessionRow & { is_current: boolean }) | undefined> {
      const rows = await db.query<SessionRow & { is_current: boolean }>(
        `
        SELECT id, user_id, method, awaiting, created_at, seen_at, rotated_at, token_hash = $1 AS is_current
        FROM sessions WHERE token_hash = $1 OR former_hash = $1`,
        [tokenHash],
      );
      return rows[0];
    },

    /**
     * Locks a session until the transaction ends: a request that ends the session waits. False when it has
     * ended. Its user is locked first, as in changes of users.
     */
    async hold(id: string, userId: number): Promise<boolean> {
      await db.query("SELECT FROM users WHERE id = $1 FOR SHARE", [userId]);
      return (await db.query("SELECT FROM sessions WHERE id = $1 FOR SHARE", [id])).length === 1;
    },

    /** Replaces a session's token; false when another request did so first. */
    async rotate(from: Hash, to: Hash, now: Date): Promise<boolean> {
      const changed = await db.execute(
        `
        UPDATE sessions SET token_hash = $2, former_hash = $1, rotated_at = $3, seen_at = $3
        WHERE token_hash = $1`,
        [from, to, now],
      );
      return changed === 1;
    },

    async note(id: string, now: Date): Promise<void> {
      await db.execute("UPDATE sessions SET seen_at = $2 WHERE id = $1 AND seen_at < $2", [id, now]);
    },

    async end(id: string): Promise<void> {
      await db.execute("DELETE FROM sessions WHERE id = $1", [id]);
    },

    /** Ends the session of a token, or of the token before. */
    async endByToken(tokenHash: Hash): Promise<void> {
      await db.execute("DELETE FROM sessions WHERE token_hash = $1 OR former_hash = $1", [tokenHash]);
    },

    /** Completes a session that waits for a step, with a new token; false when it ended or waits no more. */
    async complete({ id, awaiting, tokenHash, method, now }: Completion): Promise<boolean> {
      const changed = await db.execute(
        `
        UPDATE sessions SET awaiting = NULL, token_hash = $3, former_hash = NULL, method = $4,
          created_at = $5, seen_at = $5, rotated_at = $5
        WHERE id = $1 AND awaiting = $2`,
        [id, awaiting, tokenHash, method, now],
      );
      return changed === 1;
    },

    /** Ends all sessions of a user, but for one if it is named, and forgets their browsers. */
    async endAll(userId: number, exceptId?: string): Promise<void> {
      await db.execute("DELETE FROM sessions WHERE user_id = $1 AND id IS DISTINCT FROM $2::uuid", [
        userId,
        exceptId ?? null,
      ]);
      await db.execute("DELETE FROM known_browsers WHERE user_id = $1", [userId]);
    },

    /** Records that a user signed in with a browser, whose token changes. Others who use it stay known. */
    async knowBrowser(
      userId: number,
      { from, to, now }: { from?: Hash; to: Hash; now: Date },
    ): Promise<void> {
      if (from)
        await db.execute("UPDATE known_browsers SET token_hash = $2 WHERE token_hash = $1", [from, to]);
      await db.execute(
        `
        INSERT INTO known_browsers (token_hash, user_id, seen_at) VALUES ($1, $2, $3)
        ON CONFLICT (token_hash, user_id) DO UPDATE SET seen_at = $3`,
        [to, userId, now],
      );
    },

    /** Deletes sessions and browsers that were last seen before these times. */
    async purge(before: { sessions: Date; browsers: Date }): Promise<void> {
      await deleteBefore(db, { table: "sessions", column: "seen_at", before: before.sessions });
      await deleteBefore(db, { table: "known_browsers", column: "seen_at", before: before.browsers });
    },
  };
}
