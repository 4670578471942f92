import { randomUUID } from "node:crypto";
import type { Scope } from "@marketplace/conventions";
import { type GatewayDatabase, openGatewayDatabase } from "@marketplace/database/gateway";
import type { Logger } from "@marketplace/server";
import { hashOf, mintAccessToken } from "./tokens/token-text.rules.ts";

/** Who has tokens, as `sandbox.json` says; further fields stay as they are. */
export interface Credentials {
  users: Record<string, { id: number; access_token: string }>;
  applications: Record<string, { id: number; client_id: string }>;
  tokens: Record<string, string>;
}

interface Copied {
  databaseUrl: string;
  log: Logger;
  /** What every token, code and client id of the copy carries: `w` and five digits. */
  credentialTag: string;
  now: Date;
}

/** Application ids with a tag begin here; those without one are smaller. */
const tagUnit = 10n ** 11n;

/** The id of a user, or of an application in whatever world it is. */
export const identityOf = (id: number): number => id % Number(tagUnit);

const tenYears = 10 * 365 * 86_400_000;

/**
 * Replaces all credentials of a copy of the gateway's database, which nothing uses yet: nothing of the
 * original opens the copy. Users keep their ids, passwords and the shape of what they had; applications get
 * ids with the tag. With `keep` the tokens are those of `credentials`, which were made for this tag before.
 */
export async function reissueCredentials<Given extends Credentials>(
  { databaseUrl, log, credentialTag, now }: Copied,
  credentials: Given,
  { keep = false } = {},
): Promise<Given> {
  const db = openGatewayDatabase({ url: databaseUrl, poolSize: 1, log });
  try {
    return await db.transaction(async () => {
      await forgetCredentials(db);
      await renumberApplications(db, BigInt(credentialTag.slice(1)) * tagUnit);
      const issued = keep ? credentials : mint(credentials, credentialTag);
      await store(db, issued, now);
      return issued;
    });
  } finally {
    await db.close();
  }
}

/** Where credentials are; with families their tokens go. Stored answers of test users hold tokens, too. */
export const credentialTables = ["grants", "token_families", "sessions", "oidc_sign_ins", "idempotency_keys"];

async function forgetCredentials(db: GatewayDatabase): Promise<void> {
  for (const table of credentialTables) await db.execute(`DELETE FROM ${table}`);
}

/** The foreign keys to applications follow; the columns without one are changed here. */
async function renumberApplications(db: GatewayDatabase, base: bigint): Promise<void> {
  const columns = [
    ["applications", "id"],
    ["audit_events", "application_id"],
    ["notification_deliveries", "application_id"],
  ];
  for (const [table, column] of columns)
    await db.execute(`UPDATE ${table} SET ${column} = $1::bigint + ${column} % ${tagUnit}`, [String(base)]);
  await db.query(
    `SELECT setval('applications_id_seq', $1::bigint + last_value % ${tagUnit}, is_called) FROM applications_id_seq`,
    [String(base)],
  );
}

function mint<Given extends Credentials>(given: Given, credentialTag: string): Given {
  const base = Number(credentialTag.slice(1)) * Number(tagUnit);
  const applications = mapValues(given.applications, (application) => {
    const id = base + identityOf(application.id);
    return { ...application, id, client_id: String(id) };
  });
  const applicationId = applications.default?.id ?? 0;
  const tokenOf = (userId: number) => mintAccessToken({ applicationId, userId }, credentialTag);
  const users = mapValues(given.users, (user) => ({ ...user, access_token: tokenOf(user.id) }));
  const tokens = mapValues(given.tokens, (token) => tokenOf(userIdOf(token)));
  return { ...given, users, applications, tokens };
}

const mapValues = <Value, Result>(
  record: Record<string, Value>,
  map: (value: Value) => Result,
): Record<string, Result> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));

/** The user at the end of an access token. */
const userIdOf = (token: string): number => Number(token.slice(token.lastIndexOf("-") + 1));

const readWrite = ["read", "write"] as const;

/** What the demo's further tokens are, by their names in `sandbox.json`. */
function kindOf(name: string, now: Date): { scopes: readonly Scope[]; expiresAt: Date; revokedAt?: Date } {
  const expiresAt = new Date(now.getTime() + tenYears);
  if (name === "expired") return { scopes: readWrite, expiresAt: new Date(now.getTime() - 3_600_000) };
  if (name === "revoked") return { scopes: readWrite, expiresAt, revokedAt: now };
  return { scopes: name.startsWith("read_only") ? ["read"] : readWrite, expiresAt };
}

// In SQL: this runs at each creation of a world, and the first statement through Prisma compiles for long.
const storeTokens = `
  WITH given AS (
    SELECT * FROM jsonb_to_recordset($1::jsonb)
      AS t (hash text, family uuid, user_id bigint, scopes text[], expires_at timestamptz, revoked_at timestamptz)
  ), families AS (
    INSERT INTO token_families (id, application_id, user_id, created_at, revoked_at)
    SELECT family, $2, user_id, $3, revoked_at FROM given
  )
  INSERT INTO tokens (hash, family_id, kind, scopes, expires_at)
  SELECT decode(hash, 'hex'), family, 'access', scopes, expires_at FROM given`;

async function store(db: GatewayDatabase, { users, applications, tokens }: Credentials, now: Date) {
  const applicationId = applications.default?.id;
  if (applicationId === undefined) return;
  const texts = [
    ...Object.entries(users).map(([name, { access_token }]) => ({ name, text: access_token })),
    ...Object.entries(tokens).map(([name, text]) => ({ name, text })),
  ];
  const rows = texts.map(({ name, text }) => {
    const { scopes, expiresAt, revokedAt } = kindOf(name, now);
    return {
      hash: hashOf(text).toString("hex"),
      family: randomUUID(),
      user_id: userIdOf(text),
      scopes,
      expires_at: expiresAt,
      revoked_at: revokedAt,
    };
  });
  await db.execute(storeTokens, [JSON.stringify(rows), applicationId, now]);
}
