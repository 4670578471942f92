import type { GatewayDatabase } from "@marketplace/database/gateway";

/** What a user signs in with. */
export interface Credentials {
  user_id: number;
  nickname: string;
  /** A PHC string; null for someone without a password, or with one of an earlier release. */
  password: string | null;
  /** SHA-256 of a generated password, as an earlier release stored it. */
  former_password: Buffer | null;
  /** Whether this user signed in with this browser before. */
  knows_browser: boolean;
}

export type CredentialsRepo = ReturnType<typeof createCredentialsRepo>;

/** Someone who is disabled has no password, so that they are refused as for a wrong one. */
const columns = `u.id AS user_id, u.nickname, CASE WHEN u.disabled_at IS NULL THEN u.password END AS password,
  CASE WHEN u.disabled_at IS NULL THEN u.password_hash END AS former_password,
  EXISTS (SELECT FROM known_browsers b WHERE b.user_id = u.id AND b.token_hash = $2) AS knows_browser`;

const byNickname = `SELECT ${columns} FROM users u WHERE lower(u.nickname) = lower($1)
  ORDER BY u.nickname = $1 DESC LIMIT 2`;

const byEmail = `SELECT ${columns} FROM users u WHERE lower(u.email) = lower($1) LIMIT 2`;

/** Passwords of users. Nothing else reads them. */
export function createCredentialsRepo(db: GatewayDatabase) {
  return {
    /**
     * The user of a nickname or an e-mail address, in any case. A nickname in its exact case comes first; an
     * address that several users share names nobody.
     */
    async find(login: string, browserHash: Buffer | undefined): Promise<Credentials | undefined> {
      const isEmail = login.includes("@");
      const rows = await db.query<Credentials>(isEmail ? byEmail : byNickname, [login, browserHash ?? null]);
      const isOnly = rows.length === 1;
      return isOnly || rows[0]?.nickname === login ? rows[0] : undefined;
    },

    /** A login as failures are counted by it: lower case as Postgres has it, by which `find` compares. */
    async nameOf(login: string): Promise<string> {
      const [row] = await db.query<{ name: string }>("SELECT lower($1) AS name", [login]);
      return row?.name ?? login;
    },

    /** The names by which failures of a user are counted: see `nameOf`. */
    async namesOf(userId: number): Promise<string[]> {
      const [row] = await db.query<{ names: string[] }>(
        "SELECT ARRAY[lower(nickname), lower(email)] AS names FROM users WHERE id = $1",
        [userId],
      );
      return row?.names ?? [];
    },

    /** Sets a user's password. The caller ends the user's sessions in the same transaction. */
    async setPassword(userId: number, password: string): Promise<void> {
      const change = "UPDATE users SET password = $2, password_hash = NULL WHERE id = $1";
      await db.execute(change, [userId, password]);
    },

    /** Replaces the stored form of a password; false when the password was changed meanwhile. */
    async rehash({ user_id, password, former_password }: Credentials, next: string): Promise<boolean> {
      const changed = await db.execute(
        `
        UPDATE users SET password = $2, password_hash = NULL
        WHERE id = $1 AND password IS NOT DISTINCT FROM $3 AND password_hash IS NOT DISTINCT FROM $4`,
        [user_id, next, password, former_password],
      );
      return changed === 1;
    },
  };
}
