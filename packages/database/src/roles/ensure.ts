import type pg from "pg";
import { withSession } from "../connection.ts";
import { toDatabaseError } from "../errors.ts";
import type { PasswordOf } from "./addresses.ts";
import { scramVerifier } from "./passwords.ts";
import { handOver } from "./reassign-ownership.ts";

/**
 * Makes a role of the same name the owner of every database of `names`, which is created if missing, and of
 * everything in it. No other role connects to it, and these roles to no other database. Safe to run again and
 * concurrently. `adminUrl` is a user who may create roles and databases. Throws DatabaseUnavailable when the
 * server is away.
 */
export async function ensureOwnedDatabases(
  adminUrl: string,
  names: readonly string[],
  passwordOf: PasswordOf,
): Promise<void> {
  const ensured = withSession(adminUrl, async (session) => {
    const iterations = await scramIterations(session);
    const verifiers = names.map((name) => [name, scramVerifier(passwordOf(name), iterations)] as const);
    // Two concurrent runs would change the same rows of the catalogs, which fails.
    await session.query(`SET statement_timeout = 0; SELECT pg_advisory_lock(${lockKey})`);
    for (const [name, verifier] of verifiers) await ensureRole(session, name, verifier);
    for (const name of names) {
      await ensureDatabase(session, name);
      await handOver(databaseUrl(adminUrl, name), name);
      // Not TEMPORARY either: the owner has both without a grant.
      await session.query(`REVOKE ALL ON DATABASE ${session.escapeIdentifier(name)} FROM PUBLIC`);
    }
    await closeToPublic(session);
  });
  await ensured.catch((error: unknown) => {
    throw toDatabaseError(error);
  });
}

// Any number, as long as it stays the same.
const lockKey = 20261122;

/** How often the server stretches a password: the embedded one, whose passwords are random, once. */
async function scramIterations(session: pg.Client): Promise<number> {
  const { rows } = await session.query<{ iterations: string | null }>(
    "SELECT current_setting('scram_iterations', true) AS iterations",
  );
  return Number(rows[0]?.iterations || 4096);
}

const mayTooMuch = "rolsuper OR rolcreatedb OR rolcreaterole OR rolreplication OR rolbypassrls";

async function ensureRole(session: pg.Client, name: string, verifier: string): Promise<void> {
  const role = session.escapeIdentifier(name);
  const { rows } = await session.query<{ too_much: boolean }>(
    `SELECT ${mayTooMuch} AS too_much FROM pg_roles WHERE rolname = $1`,
    [name],
  );
  if (rows.length === 0) await session.query(`CREATE ROLE ${role}`);
  // Named only where it is so: merely to say NOSUPERUSER takes a superuser.
  if (rows[0]?.too_much)
    await session.query(`ALTER ROLE ${role} NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS`);
  await session.query(`ALTER ROLE ${role} LOGIN PASSWORD ${session.escapeLiteral(verifier)}`);
  // An administrator who is no superuser must be a member of a role to give it a database.
  const { rows: own } = await session.query<{ member: boolean }>(
    "SELECT pg_has_role(current_user, $1, 'USAGE') AS member",
    [name],
  );
  if (!own[0]?.member) await session.query(`GRANT ${role} TO CURRENT_USER`);
}

async function ensureDatabase(session: pg.Client, name: string): Promise<void> {
  const { rowCount } = await session.query("SELECT FROM pg_database WHERE datname = $1", [name]);
  if (rowCount) return;
  const identifier = session.escapeIdentifier(name);
  await session.query(`CREATE DATABASE ${identifier} OWNER ${identifier}`);
}

/** The server's own databases are closed only when the administrator owns them, as a superuser does. */
async function closeToPublic(session: pg.Client): Promise<void> {
  const { rows } = await session.query<{ name: string }>(
    `SELECT quote_ident(datname) AS name FROM pg_database
     WHERE datname IN ('postgres', 'template1') AND pg_has_role(current_user, datdba, 'USAGE')`,
  );
  for (const { name } of rows) await session.query(`REVOKE CONNECT ON DATABASE ${name} FROM PUBLIC`);
}

function databaseUrl(adminUrl: string, name: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}
