import type { GatewayDatabase } from "@marketplace/database/gateway";

/** The second factor of a user. */
export interface Enrollment {
  user_id: number;
  /** The secret, encrypted. */
  sealed: Buffer<ArrayBuffer>;
  /** The sign-in that began it; null when it was begun by API. */
  session_id: string | null;
  /** Null until a code has proven that the app has the secret. */
  confirmed_at: Date | null;
}

/** What begins an enrollment. */
export type NewEnrollment = Omit<Enrollment, "confirmed_at"> & { now: Date };

export type TotpRepo = ReturnType<typeof createTotpRepo>;

/** Second factors of users, with their recovery codes. */
export function createTotpRepo(db: GatewayDatabase) {
  return {
    async find(userId: number): Promise<Enrollment | undefined> {
      const [row] = await db.query<Enrollment>(
        "SELECT user_id, sealed, session_id, confirmed_at FROM totp_secrets WHERE user_id = $1",
        [userId],
      );
      return row;
    },

    /** Whether a user has a confirmed second factor, and whether they are an operator. */
    async standing(userId: number): Promise<{ is_enrolled: boolean; is_operator: boolean } | undefined> {
      const [row] = await db.query<{ is_enrolled: boolean; is_operator: boolean }>(
        `
        SELECT t.confirmed_at IS NOT NULL AS is_enrolled, 'operator' = ANY (u.roles) AS is_operator
        FROM users u LEFT JOIN totp_secrets t ON t.user_id = u.id WHERE u.id = $1`,
        [userId],
      );
      return row;
    },

    /** Begins an enrollment in place of one that was not confirmed; false when there is a confirmed one. */
    async begin({ user_id, sealed, session_id, now }: NewEnrollment): Promise<boolean> {
      const changed = await db.execute(
        `
        INSERT INTO totp_secrets (user_id, sealed, session_id, created_at) VALUES ($1, $2, $3, $4)
        ON CONFLICT (user_id) DO UPDATE SET sealed = $2, session_id = $3, created_at = $4
        WHERE totp_secrets.confirmed_at IS NULL`,
        [user_id, sealed, session_id, now],
      );
      return changed === 1;
    },

    /** Confirms an enrollment by the step of a code; false when it is confirmed or another one by now. */
    async confirm({ user_id, sealed }: Enrollment, step: number, now: Date): Promise<boolean> {
      const changed = await db.execute(
        `
        UPDATE totp_secrets SET confirmed_at = $4, last_step = $3
        WHERE user_id = $1 AND sealed = $2 AND confirmed_at IS NULL`,
        [user_id, sealed, step, now],
      );
      return changed === 1;
    },

    /** Uses the code of a step up; false when it, or a later one, was used before. */
    async useStep({ user_id, sealed }: Enrollment, step: number): Promise<boolean> {
      const changed = await db.execute(
        "UPDATE totp_secrets SET last_step = $3 WHERE user_id = $1 AND sealed = $2 AND last_step < $3",
        [user_id, sealed, step],
      );
      return changed === 1;
    },

    /** Removes a second factor with its recovery codes; false when there is none. */
    async remove(userId: number): Promise<boolean> {
      return (await db.execute("DELETE FROM totp_secrets WHERE user_id = $1", [userId])) === 1;
    },

    /** Replaces the recovery codes of a user. */
    async setRecoveryCodes(userId: number, hashes: readonly Buffer<ArrayBuffer>[]): Promise<void> {
      await db.execute("DELETE FROM recovery_codes WHERE user_id = $1", [userId]);
      await db.execute(
        "INSERT INTO recovery_codes (user_id, code_hash) SELECT $1, h FROM unnest($2::bytea[]) h",
        [userId, hashes],
      );
    },

    /** Uses a recovery code up; false when there is no such one, or not any more. */
    async useRecoveryCode(userId: number, hash: Buffer<ArrayBuffer>): Promise<boolean> {
      const used = await db.execute("DELETE FROM recovery_codes WHERE user_id = $1 AND code_hash = $2", [
        userId,
        hash,
      ]);
      return used === 1;
    },

    async recoveryCodesLeft(userId: number): Promise<number> {
      const [row] = await db.query<{ left: number }>(
        'SELECT count(*) AS "left" FROM recovery_codes WHERE user_id = $1',
        [userId],
      );
      return row?.left ?? 0;
    },
  };
}
