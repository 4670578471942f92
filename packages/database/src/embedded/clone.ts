import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { withSession } from "../connection.ts";

/** A copy to make of a database, which belongs to `owner` and is closed to all other roles. */
export interface DatabaseCopy {
  from: string;
  to: string;
  owner: string;
}

/**
 * Copies databases as they are at one moment each. Sessions on a source are ended, and new ones wait until it
 * has been copied. Of copies that fail some may exist.
 */
export async function cloneDatabases(adminUrl: string, copies: readonly DatabaseCopy[]): Promise<void> {
  const ended = new AbortController();
  const copied = Promise.allSettled(
    copies.map((copy) => withSession(adminUrl, (session) => clone(session, copy))),
  ).finally(() => ended.abort());
  const sources = copies.map(({ from }) => from);
  const [results] = await Promise.all([copied, endSessions(adminUrl, sources, ended.signal)]);
  const failed = results.find(({ status }) => status === "rejected");
  if (failed?.status === "rejected") throw failed.reason;
}

async function clone(session: pg.Client, { from, to, owner }: DatabaseCopy): Promise<void> {
  const [source, target, role] = [from, to, owner].map((name) => session.escapeIdentifier(name));
  await session.query("SET statement_timeout = 0");
  // It locks the source against new sessions, then waits, at most 5 s, for the end of those there are.
  // FILE_COPY waits for two checkpoints, which databases that are copied at once share. WAL_LOG waits for
  // none, but writes everything twice, and leaves thousands of files for the next checkpoint to sync: that of
  // the next DROP DATABASE (docs/adr/0019-cheap-worlds.md).
  await session.query(`CREATE DATABASE ${target} TEMPLATE ${source} OWNER ${role} STRATEGY FILE_COPY`);
  await session.query(`REVOKE ALL ON DATABASE ${target} FROM PUBLIC`);
}

/** Gives databases other names, in this order. Sessions on them are ended. */
export async function renameDatabases(
  adminUrl: string,
  renames: readonly { from: string; to: string }[],
): Promise<void> {
  await withSession(adminUrl, async (session) => {
    for (const { from, to } of renames) {
      const [former, name] = [from, to].map((one) => session.escapeIdentifier(one));
      const ended = new AbortController();
      const renamed = session
        .query(`ALTER DATABASE ${former} RENAME TO ${name}`)
        .finally(() => ended.abort());
      await Promise.all([renamed, endSessions(adminUrl, [from], ended.signal)]);
    }
  });
}

const endSessionsEveryMs = 20;

async function endSessions(
  adminUrl: string,
  databases: readonly string[],
  until: AbortSignal,
): Promise<void> {
  await withSession(adminUrl, async (session) => {
    while (!until.aborted) {
      const statement = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ANY ($1)";
      const { rowCount } = await session.query(statement, [databases]);
      if (rowCount === 0) return;
      await delay(endSessionsEveryMs, undefined, { signal: until }).catch(() => {});
    }
  });
}

/** The databases whose names begin like this. */
export function databasesNamed(adminUrl: string, prefix: string): Promise<string[]> {
  return withSession(adminUrl, async (session) => {
    const statement = "SELECT datname FROM pg_database WHERE starts_with(datname, $1)";
    const { rows } = await session.query<{ datname: string }>(statement, [prefix]);
    return rows.map(({ datname }) => datname);
  });
}

/** Creates empty databases, each for its owner alone. */
export async function createOwnedDatabases(
  adminUrl: string,
  wanted: readonly { name: string; owner: string }[],
): Promise<void> {
  await withSession(adminUrl, async (session) => {
    for (const { name, owner } of wanted) {
      const [database, role] = [name, owner].map((one) => session.escapeIdentifier(one));
      await session.query(`CREATE DATABASE ${database} OWNER ${role}`);
      await session.query(`REVOKE ALL ON DATABASE ${database} FROM PUBLIC`);
    }
  });
}
