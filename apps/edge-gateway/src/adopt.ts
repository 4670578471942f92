import { type GatewayDatabase, openGatewayDatabase } from "@marketplace/database/gateway";
import type { Logger } from "@marketplace/server";
import { credentialTables, identityOf } from "./reissue.service.ts";
import { type SecretBox, secretBox } from "./secrets/secret-box.ts";
import { mintWebhookSecret } from "./tokens/token-text.rules.ts";

/** Tables whose rows stay in their installation: credentials, and stored answers that hold some. */
export const unexportedTables = [...credentialTables, "tokens"] as const;

interface Adopted {
  databaseUrl: string;
  log: Logger;
  internalSecret: string;
}

/** Whom the rows should hold, by name. */
interface Named {
  users: Record<string, { id: number }>;
  applications: Record<string, { id: number; webhook_secret?: unknown }>;
}

/**
 * Makes rows of another installation those of this one. Its secret seals what this one cannot open: webhook
 * secrets are those of `named`, or new; second factors end. Gives the names of whom the rows do not hold.
 */
export async function adoptIdentities(
  { databaseUrl, log, internalSecret }: Adopted,
  named: Named,
): Promise<string[]> {
  const db = openGatewayDatabase({ url: databaseUrl, poolSize: 1, log });
  try {
    return await db.transaction(async () => {
      await resealWebhooks(db, secretBox(internalSecret, "webhook secrets"), named);
      await forgetFactors(db, secretBox(internalSecret, "second factors"));
      return [
        ...(await missing(db, "users", named.users)),
        ...(await missing(db, "applications", named.applications)),
      ];
    });
  } finally {
    await db.close();
  }
}

async function resealWebhooks(db: GatewayDatabase, box: SecretBox, { applications }: Named): Promise<void> {
  const known = new Map(
    Object.values(applications).map(({ id, webhook_secret }) => [identityOf(id), webhook_secret]),
  );
  const rows = await db.query<{ id: number; webhook_secret: Buffer }>(
    "SELECT id, webhook_secret FROM applications",
  );
  for (const { id } of rows.filter((row) => !opens(box, row.webhook_secret))) {
    const given = known.get(identityOf(id));
    const sealed = box.seal(typeof given === "string" ? given : mintWebhookSecret());
    await db.execute("UPDATE applications SET webhook_secret = $2 WHERE id = $1", [id, sealed]);
  }
}

async function forgetFactors(db: GatewayDatabase, box: SecretBox): Promise<void> {
  const rows = await db.query<{ user_id: number; sealed: Buffer }>(
    "SELECT user_id, sealed FROM totp_secrets",
  );
  const closed = rows.filter(({ sealed }) => !opens(box, sealed)).map(({ user_id }) => user_id);
  await db.execute("DELETE FROM totp_secrets WHERE user_id = ANY ($1::bigint[])", [closed]);
}

function opens(box: SecretBox, sealed: Buffer): boolean {
  try {
    box.open(sealed);
    return true;
  } catch {
    return false;
  }
}

async function missing(
  db: GatewayDatabase,
  table: "users" | "applications",
  named: Record<string, { id: number }>,
): Promise<string[]> {
  const rows = await db.query<{ id: number }>(`SELECT id FROM ${table}`);
  const present = new Set(rows.map(({ id }) => identityOf(id)));
  return Object.entries(named).flatMap(([name, { id }]) =>
    present.has(identityOf(id)) ? [] : [`${table}.${name}`],
  );
}
