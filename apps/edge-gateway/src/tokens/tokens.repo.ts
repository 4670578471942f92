import { dayMs, type Scope } from "@marketplace/conventions";
import { deleteBefore, invalidate } from "@marketplace/database";
import type { GatewayDatabase } from "@marketplace/database/gateway";
import type { Clock, DueRange, DueRow } from "@marketplace/server";
import { changedUsers } from "../users/administration.repo.ts";

/** Which tokens belong together: all that descend from one grant. */
export interface Family {
  id: string;
  applicationId: number;
  userId: number;
}

interface NewFamily extends Family {
  /** The session of the sign-in pages in which it was allowed. */
  sessionId?: string | null;
}

export interface NewToken {
  hash: Buffer<ArrayBuffer>;
  familyId: string;
  kind: "access" | "refresh";
  scopes: readonly Scope[];
  expiresAt: Date;
}

/** What an access token says of its bearer. */
export interface AccessToken {
  family_id: string;
  application_id: number;
  user_id: number;
  site_id: string;
  roles: string[];
  scopes: Scope[];
  expires_at: Date;
  /** Whose application it is; null for one of the product itself. */
  owner_id: number | null;
  /** Also of a disabled user or application, or an application of a disabled owner. */
  revoked: boolean;
  requests_per_minute: number | null;
  /** When a token of the family was last used, within the hour. */
  last_used_at: Date | null;
}

export interface RefreshToken {
  family_id: string;
  application_id: number;
  user_id: number;
  scopes: Scope[];
  expires_at: Date;
  used_at: Date | null;
  revoked_at: Date | null;
}

/** Topic under which every process hears, by the family's id, of tokens that stopped working. */
export const revokedFamilies = "revoked-families";

export type TokensRepo = ReturnType<typeof createTokensRepo>;

/** Tokens and their families. Changing a refresh token needs its family's lock. */
export function createTokensRepo(db: GatewayDatabase, clock: Clock) {
  return {
    /**
     * Begins a family; false when its user, its application or that one's owner is disabled. The locks make a
     * change of the first two wait for the family's transaction, or the family for the change. The owner is
     * asked about with each use of a token.
     */
    async createFamily({ id, applicationId, userId, sessionId = null }: NewFamily): Promise<boolean> {
      const rows = await db.query(
        `
        INSERT INTO token_families (id, application_id, user_id, created_at, session_id)
        SELECT $1, a.id, u.id, $4, $5 FROM users u, applications a LEFT JOIN users owner ON owner.id = a.owner_id
        WHERE u.id = $2 AND a.id = $3
          AND u.disabled_at IS NULL AND a.disabled_by IS NULL AND owner.disabled_at IS NULL
        FOR SHARE OF u, a
        RETURNING id`,
        [id, userId, applicationId, clock.now(), sessionId],
      );
      return rows.length > 0;
    },

    async createFamilies(families: readonly (Family & { revokedAt?: Date })[]): Promise<void> {
      const data = families.map(({ id, applicationId, userId, revokedAt }) => ({
        id,
        revokedAt,
        createdAt: clock.now(),
        applicationId: BigInt(applicationId),
        userId: BigInt(userId),
      }));
      await db.current().tokenFamily.createMany({ data });
    },

    async add(tokens: readonly NewToken[]): Promise<void> {
      const data = tokens.map((token) => ({ ...token, scopes: [...token.scopes] }));
      await db.current().token.createMany({ data });
    },

    /** Whether a user lets an application act for them with all of these scopes, also after a sign-out. */
    async isGranted(
      { applicationId, userId }: Omit<Family, "id">,
      scopes: readonly Scope[],
    ): Promise<boolean> {
      const rows = await db.query(
        `SELECT FROM token_families f JOIN tokens t ON t.family_id = f.id
         WHERE f.user_id = $1 AND f.application_id = $2 AND (f.revoked_at IS NULL OR f.signed_out_at IS NOT NULL)
           AND t.expires_at > $3 AND t.scopes @> $4 LIMIT 1`,
        [userId, applicationId, clock.now(), scopes],
      );
      return rows.length > 0;
    },

    /** An access token in whatever state. */
    async findAccess(hash: Buffer<ArrayBuffer>): Promise<AccessToken | undefined> {
      const rows = await db.query<AccessToken>(
        `
        SELECT t.family_id, f.application_id, f.user_id, u.site_id, u.roles, t.scopes, t.expires_at,
               (f.revoked_at IS NOT NULL OR u.disabled_at IS NOT NULL OR a.disabled_by IS NOT NULL
                 OR owner.disabled_at IS NOT NULL) AS revoked,
               a.owner_id, a.requests_per_minute, f.last_used_at
        FROM tokens t
        JOIN token_families f ON f.id = t.family_id
        JOIN users u ON u.id = f.user_id
        JOIN applications a ON a.id = f.application_id
        LEFT JOIN users owner ON owner.id = a.owner_id
        WHERE t.hash = $1 AND t.kind = 'access'`,
        [hash],
      );
      return rows[0];
    },

    /** A refresh token in whatever state, locked with its family until the transaction ends. */
    async lockRefresh(hash: Buffer<ArrayBuffer>): Promise<RefreshToken | undefined> {
      const rows = await db.query<RefreshToken>(
        `
        SELECT t.family_id, f.application_id, f.user_id, t.scopes, t.expires_at, t.used_at, f.revoked_at
        FROM tokens t JOIN token_families f ON f.id = t.family_id
        WHERE t.hash = $1 AND t.kind = 'refresh'
        FOR UPDATE OF t, f`,
        [hash],
      );
      return rows[0];
    },

    async markUsed(hash: Buffer<ArrayBuffer>, now: Date): Promise<void> {
      await db.current().token.update({ where: { hash }, data: { usedAt: now }, select: { hash: true } });
    },

    /**
     * Revokes a family with all its tokens, also those that are being issued; false when it was revoked
     * before.
     */
    async revokeFamily(id: string, now: Date): Promise<boolean> {
      return db.transaction(async () => {
        const { count } = await db
          .current()
          .tokenFamily.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: now } });
        await invalidate(db, revokedFamilies, id);
        return count > 0;
      });
    },

    /** Revokes the families of a user and an application, and forgets the consent; returns their ids. */
    async revokeGrants(userId: number, applicationId: number, now: Date): Promise<string[]> {
      return db.transaction(async () => {
        const rows = await db.query<{ id: string }>(
          `
          UPDATE token_families SET revoked_at = COALESCE(revoked_at, $1), signed_out_at = NULL
          WHERE user_id = $2 AND application_id = $3 AND (revoked_at IS NULL OR signed_out_at IS NOT NULL)
          RETURNING id`,
          [now, userId, applicationId],
        );
        for (const { id } of rows) await invalidate(db, revokedFamilies, id);
        return rows.map(({ id }) => id);
      });
    },

    /** Revokes all families of a user, and forgets consents; returns how many were not revoked before. */
    async revokeAll(userId: number, now: Date): Promise<number> {
      return db.transaction(async () => {
        const revoked = await db.execute(
          "UPDATE token_families SET revoked_at = $2 WHERE user_id = $1 AND revoked_at IS NULL",
          [userId, now],
        );
        await db.execute(
          "UPDATE token_families SET signed_out_at = NULL WHERE user_id = $1 AND signed_out_at IS NOT NULL",
          [userId],
        );
        await invalidate(db, changedUsers, String(userId));
        return revoked;
      });
    },

    /** Tokens and authorization codes that expire within a range; those that were spent or revoked do not. */
    expiring: ({ after, until, limit }: DueRange) =>
      db.query<DueRow>(
        `
        SELECT token.expires_at AS at, '/users/' || user_id || '/tokens/' || family_id AS id
        FROM tokens token JOIN token_families family ON family.id = family_id
        WHERE expires_at > $1 AND expires_at <= $2 AND used_at IS NULL AND revoked_at IS NULL
        UNION ALL
        SELECT expires_at, '/authorization/codes/' || left(encode(code_hash, 'hex'), 16) FROM grants
        WHERE expires_at > $1 AND expires_at <= $2 AND used_at IS NULL
        ORDER BY 1, 2 LIMIT $3`,
        [after, until, limit],
      ),

    /** Deletes tokens that expired a week ago, and families and codes without any. */
    async purge(now: Date): Promise<void> {
      const weekAgo = new Date(now.getTime() - 7 * dayMs);
      await deleteBefore(db, { table: "tokens", column: "expires_at", before: weekAgo });
      const dayAgo = new Date(now.getTime() - dayMs);
      await deleteBefore(db, { table: "grants", column: "expires_at", before: dayAgo });
      const where = "NOT EXISTS (SELECT FROM tokens WHERE family_id = token_families.id)";
      await deleteBefore(db, { table: "token_families", column: "created_at", before: dayAgo, where });
    },
  };
}
