import { deleteBefore } from "@marketplace/database";
import type { GatewayDatabase } from "@marketplace/database/gateway";
import type { SecretBox } from "../../secrets/secret-box.ts";
import { hashOf } from "../../tokens/token-text.rules.ts";
import type { Expected } from "./issuer.service.ts";

/** A sign-in that has begun in a browser and goes on when the issuer sends the browser back. */
export interface PendingSignIn {
  expected: Expected;
  /** The authorization request that is to go on after it; none without an application. */
  parameters: [name: string, value: string][];
}

export interface NewPendingSignIn extends PendingSignIn {
  /** The token of the browser's cookie. */
  browser: string;
  expiresAt: Date;
}

export type PendingSignInsRepo = ReturnType<typeof createPendingSignInsRepo>;

/** Sign-ins that have begun, in the database: any replica may be the one that the browser comes back to. */
export function createPendingSignInsRepo(db: GatewayDatabase, box: SecretBox) {
  return {
    async add({ browser, expiresAt, ...pending }: NewPendingSignIn): Promise<void> {
      await db.execute(
        "INSERT INTO oidc_sign_ins (state_hash, browser_hash, sealed, expires_at) VALUES ($1, $2, $3, $4)",
        [hashOf(pending.expected.state), hashOf(browser), box.seal(JSON.stringify(pending)), expiresAt],
      );
    },

    /** Takes the sign-in of a state out, if this browser began it and it is not over: it goes on once. */
    async take(state: string, browser: string, now: Date): Promise<PendingSignIn | undefined> {
      const [row] = await db.query<{ sealed: Buffer }>(
        `
        DELETE FROM oidc_sign_ins WHERE state_hash = $1 AND browser_hash = $2 AND expires_at > $3
        RETURNING sealed`,
        [hashOf(state), hashOf(browser), now],
      );
      // The box holds what `add` put into it.
      return row && (JSON.parse(box.open(row.sealed)) as PendingSignIn);
    },

    /** Deletes what nobody came back to. */
    async purge(now: Date): Promise<void> {
      const before = new Date(now.getTime() + 1);
      await deleteBefore(db, { table: "oidc_sign_ins", column: "expires_at", before });
    },
  };
}
