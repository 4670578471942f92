import type { Scope } from "@marketplace/conventions";
import type { GatewayDatabase } from "@marketplace/database/gateway";

export type ChallengeMethod = "plain" | "S256";

/** What a user allowed an application, until the code for it is exchanged. */
export interface Grant {
  application_id: number;
  user_id: number;
  family_id: string;
  redirect_uri: string;
  scopes: Scope[];
  code_challenge: string | null;
  code_challenge_method: ChallengeMethod | null;
  expires_at: Date;
  used_at: Date | null;
  /** The session of the sign-in pages in which it was allowed; null for a user who was picked. */
  session_id: string | null;
}

export type NewGrant = Omit<Grant, "used_at"> & { code_hash: Buffer<ArrayBuffer> };

export type GrantsRepo = ReturnType<typeof createGrantsRepo>;

/** Authorization codes. */
export function createGrantsRepo(db: GatewayDatabase) {
  return {
    async add(grant: NewGrant): Promise<void> {
      const data = {
        codeHash: grant.code_hash,
        applicationId: BigInt(grant.application_id),
        userId: BigInt(grant.user_id),
        familyId: grant.family_id,
        redirectUri: grant.redirect_uri,
        scopes: grant.scopes,
        codeChallenge: grant.code_challenge,
        codeChallengeMethod: grant.code_challenge_method,
        expiresAt: grant.expires_at,
        sessionId: grant.session_id,
      };
      await db.current().grant.create({ data, select: { codeHash: true } });
    },

    /** The grant of a code in whatever state, locked until the transaction ends. */
    async lock(codeHash: Buffer<ArrayBuffer>): Promise<Grant | undefined> {
      const rows = await db.query<Grant>(
        `
        SELECT application_id, user_id, family_id, redirect_uri, scopes, code_challenge, code_challenge_method,
               expires_at, used_at, session_id
        FROM grants WHERE code_hash = $1 FOR UPDATE`,
        [codeHash],
      );
      return rows[0];
    },

    async markUsed(codeHash: Buffer<ArrayBuffer>, now: Date): Promise<void> {
      const select = { codeHash: true };
      await db.current().grant.update({ where: { codeHash }, data: { usedAt: now }, select });
    },

    /** Deletes the authorization codes that were not exchanged yet; returns their number. */
    async withdraw(userId: number, applicationId: number): Promise<number> {
      const where = { userId: BigInt(userId), applicationId: BigInt(applicationId), usedAt: null };
      const { count } = await db.current().grant.deleteMany({ where });
      return count;
    },

    /** Deletes the codes for the product's own applications that a session gave and nobody exchanged yet. */
    async withdrawOfSession(userId: number, sessionId: string): Promise<void> {
      const where = {
        userId: BigInt(userId),
        sessionId,
        usedAt: null,
        application: { builtin: { not: null } },
      };
      await db.current().grant.deleteMany({ where });
    },

    /** Deletes all authorization codes of a user that were not exchanged yet. */
    async withdrawAll(userId: number): Promise<void> {
      await db.current().grant.deleteMany({ where: { userId: BigInt(userId), usedAt: null } });
    },
  };
}
