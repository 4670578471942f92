import type pg from "pg";
import { withSession } from "../connection.ts";

/** Objects that an extension brought stay its own. */
const ofExtension = (catalog: string) =>
  `EXISTS (SELECT FROM pg_depend WHERE classid = '${catalog}'::regclass AND objid = o.oid AND deptype = 'e')`;

/** The kinds of objects that services and their job queue make. */
const kinds: readonly { catalog: string; owner: string; from?: string; alter: string; only?: string }[] = [
  {
    catalog: "pg_namespace",
    owner: "o.nspowner",
    alter: "format('SCHEMA %I', o.nspname)",
    only: "o.nspname !~ '^pg_' AND o.nspname <> 'information_schema'",
  },
  {
    catalog: "pg_class",
    owner: "o.relowner",
    alter: `format('%s %s', CASE o.relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'S' THEN 'SEQUENCE'
      WHEN 'f' THEN 'FOREIGN TABLE' WHEN 'c' THEN 'TYPE' ELSE 'TABLE' END, o.oid::regclass)`,
    // Indexes follow their table, as do sequences of a column.
    only: `o.relkind IN ('r', 'p', 'v', 'm', 'S', 'f', 'c') AND NOT EXISTS (
      SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = o.oid AND o.relkind = 'S' AND deptype IN ('a', 'i'))`,
  },
  { catalog: "pg_proc", owner: "o.proowner", alter: "format('ROUTINE %s', o.oid::regprocedure)" },
  {
    catalog: "pg_type",
    owner: "o.typowner",
    alter: "format('TYPE %s', o.oid::regtype)",
    // Row types and array types follow what they are made of.
    only: "o.typtype IN ('b', 'd', 'e', 'r') AND o.typelem = 0",
  },
  {
    catalog: "pg_ts_config",
    owner: "o.cfgowner",
    alter: "format('TEXT SEARCH CONFIGURATION %s', o.oid::regconfig)",
  },
  {
    catalog: "pg_ts_dict",
    owner: "o.dictowner",
    alter: "format('TEXT SEARCH DICTIONARY %s', o.oid::regdictionary)",
  },
  {
    catalog: "pg_statistic_ext",
    owner: "o.stxowner",
    from: "JOIN pg_namespace n ON n.oid = o.stxnamespace",
    alter: "format('STATISTICS %I.%I', n.nspname, o.stxname)",
  },
];

/** The first number of objects that are not the system's own. */
const firstNormalId = 16384;

/** A statement for each object of the roles of `$1`, but for those of extensions and of the system. */
const statements = kinds
  .map(({ catalog, owner, from = "", alter, only = "true" }, turn) => {
    // A schema that every database has from the beginning, `public`, may be handed over all the same.
    const ours = catalog === "pg_namespace" ? "true" : `o.oid >= ${firstNormalId}`;
    return `SELECT ${turn} AS turn, 'ALTER ' || ${alter} AS target FROM ${catalog} o ${from}
      WHERE ${owner} = ANY ($1::regrole[]) AND ${ours} AND ${only} AND NOT ${ofExtension(catalog)}`;
  })
  .join("\nUNION ALL\n")
  .concat("\nORDER BY turn");

/**
 * Makes `role` the owner of the database at `url` and of everything in it that belongs to the database's
 * owner or the connected user, as an earlier release or a restore left it. One transaction; objects of other
 * roles stay theirs.
 */
export async function handOver(url: string, role: string): Promise<void> {
  await withSession(url, async (session) => {
    // Services of the previous release may be running: fail and be run again instead of making them queue.
    await session.query("BEGIN; SET LOCAL lock_timeout = '10s'; SET LOCAL statement_timeout = 0");
    const owner = session.escapeIdentifier(role);
    const former = await formerOwners(session, role);
    if (await belongsToAnother(session, role))
      await session.query(
        `ALTER DATABASE ${session.escapeIdentifier(session.database ?? "")} OWNER TO ${owner}`,
      );
    const { rows } = await session.query<{ target: string }>(statements, [former]);
    for (const { target } of rows) await session.query(`${target} OWNER TO ${owner}`);
    await session.query("COMMIT");
  });
}

/** The new owner must be allowed to create objects in the database, so the database itself comes first. */
async function belongsToAnother(session: pg.Client, role: string): Promise<boolean> {
  const { rowCount } = await session.query(
    `SELECT FROM pg_database d JOIN pg_roles r ON r.oid = d.datdba
     WHERE datname = current_database() AND rolname <> $1`,
    [role],
  );
  return rowCount === 1;
}

/** As names that `regrole` reads. */
async function formerOwners(session: pg.Client, role: string): Promise<string[]> {
  const { rows } = await session.query<{ name: string }>(
    `SELECT quote_ident(rolname) AS name FROM pg_roles
     WHERE rolname <> $1 AND (rolname = current_user
       OR oid = (SELECT datdba FROM pg_database WHERE datname = current_database()))`,
    [role],
  );
  return rows.map(({ name }) => name);
}
