import { setTimeout as delay } from "node:timers/promises";
import { messageOf } from "@marketplace/conventions";
import type pg from "pg";
import { inShortAttempts } from "../short-attempts.ts";
import { placeOf } from "./placements.ts";
import { PlacementRefused } from "./prepare.ts";

export interface Ends {
  source: pg.Client;
  target: pg.Client;
}

/**
 * The tables that move: all but the migrator's table, those that a new database fills itself, and unlogged
 * ones, which hold nothing lasting.
 */
export async function tablesOf(source: pg.Client): Promise<string[]> {
  const { rows } = await source.query<{ name: string }>(
    `SELECT quote_ident(relname) AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relpersistence = 'p'
       AND relname NOT IN ('_prisma_migrations', 'site_placements', 'site_splits', 'item_change_retention') ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

/** Throws PlacementRefused when a table of the new database has rows. */
export async function assertEmpty(target: pg.Client, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    const { rowCount } = await target.query(`SELECT FROM public.${table} LIMIT 1`).catch((error: unknown) => {
      throw new PlacementRefused(`the new database has no usable table ${table}: give an empty database`, {
        cause: error,
      });
    });
    if (rowCount !== 0)
      throw new PlacementRefused(`the new database has rows in ${table}: give an empty database`);
  }
}

/** Begins to copy tables, or rows of them, by logical replication: what is there, then what changes. */
export async function beginCopy(
  name: string,
  { source, target, tables, address }: Ends & { tables: readonly string[]; address: string },
): Promise<void> {
  const { rows } = await source.query<{ level: string }>("SELECT current_setting('wal_level') AS level");
  if (rows[0]?.level !== "logical")
    throw new PlacementRefused("the server that rows are copied from must run with wal_level = logical");
  await source.query(`CREATE PUBLICATION ${name} FOR TABLE ${tables.join(", ")}`);
  // By itself a subscription makes its slot in its own transaction, for whose end the slot waits where both
  // databases are on one server: forever.
  await source
    .query("SELECT pg_create_logical_replication_slot($1, 'pgoutput')", [name])
    .catch(refuse(`${placeOf(address)} gives no replication slot`));
  await target
    .query(
      `CREATE SUBSCRIPTION ${name} CONNECTION ${target.escapeLiteral(address)} PUBLICATION ${name}
       WITH (streaming = off, create_slot = false, slot_name = ${name})`,
    )
    .catch(refuse(`the new server cannot copy from ${placeOf(address)}`));
}

const refuse =
  (what: string) =>
  (cause: unknown): never => {
    throw new PlacementRefused(`${what}: ${messageOf(cause)}`, { cause });
  };

/** Waits until all rows that were there are copied. */
export async function untilCopied(name: string, { source, target }: Ends, withinMs: number): Promise<void> {
  const late = new PlacementRefused("the tables were not copied in time; the new server's log says why");
  await until(withinMs, late, async () => {
    const { rows } = await target.query<{ copied: boolean }>(
      `SELECT bool_and(srsubstate = 'r') AS copied FROM pg_subscription_rel
       JOIN pg_subscription ON srsubid = pg_subscription.oid WHERE subname = $1`,
      [name],
    );
    // Its session has the lock of migrations, and must not be closed for being idle.
    await source.query("SELECT 1");
    return rows[0]?.copied === true;
  });
}

const behind = `SELECT pg_wal_lsn_diff($2::pg_lsn, confirmed_flush_lsn)::float8 AS bytes
  FROM pg_replication_slots WHERE slot_name = $1`;

/** How much of the source's log the target has not confirmed. */
export async function pendingBytes(name: string, source: pg.Client): Promise<number> {
  return bytesBehind(name, source, await endOfLog(source));
}

/** Waits until the target has all that the source's log holds now. */
export async function untilHas(name: string, source: pg.Client, withinMs: number): Promise<void> {
  const end = await endOfLog(source);
  const late = new PlacementRefused("the new database did not get the last changes in time");
  await until(withinMs, late, async () => (await bytesBehind(name, source, end)) <= 0);
}

async function bytesBehind(name: string, source: pg.Client, end: string): Promise<number> {
  const { rows } = await source.query<{ bytes: number | null }>(behind, [name, end]);
  return rows[0]?.bytes ?? Number.POSITIVE_INFINITY;
}

async function endOfLog(source: pg.Client): Promise<string> {
  // A commit that is flushed, and with it all before.
  await source.query("SET synchronous_commit = on");
  const { rows } = await source.query<{ lsn: string }>(
    "SELECT pg_logical_emit_message(true, 'move', '')::text AS lsn",
  );
  return rows[0]?.lsn ?? "0/0";
}

/** From here on the target gets nothing more. */
export async function pauseCopy(name: string, { source, target }: Ends): Promise<void> {
  await target.query(`ALTER SUBSCRIPTION ${name} DISABLE`);
  await untilUnused(name, source);
}

/** Ends the copy after the switch. */
export async function endCopy(name: string, ends: Ends): Promise<void> {
  await stopCopy(name, ends);
  await ends.source.query(`DROP PUBLICATION IF EXISTS ${name}`);
}

/** Ends the copy after the switch at its target alone: the source is gone. */
export async function leaveSource(name: string, target: pg.Client): Promise<void> {
  if (await detachSubscription(name, target)) await target.query(`DROP SUBSCRIPTION ${name}`);
}

/** Ends all of the copy but its publication, which costs nothing: a slot keeps the source's log. */
export async function stopCopy(name: string, { source, target }: Ends): Promise<void> {
  await leaveSource(name, target);
  await dropSlot(name, source);
}

/** Removes an unfinished copy with its rows, whichever part of it there is. */
export async function removeCopy(
  name: string,
  { source, target }: Ends,
  { copied, left = false }: { copied: readonly string[]; left?: boolean },
): Promise<void> {
  const found = await detachSubscription(name, target);
  // In one transaction: a run that breaks off leaves the subscription, by which the next knows its rows.
  const remove = async () => {
    if (found) await target.query(`DROP SUBSCRIPTION ${name}`);
    if ((left || found) && copied.length > 0)
      await target.query(`TRUNCATE ${copied.map((table) => `public.${table}`).join(", ")}`);
  };
  // Nobody uses these tables, who would queue behind it.
  await inShortAttempts(target, remove, { lockTimeoutMs: 0, most: 3, pauseMs: 200 });
  await dropSlot(name, source);
  await source.query(`DROP PUBLICATION IF EXISTS ${name}`);
}

/** Stops a subscription, if there is one, and leaves its slot for the source to drop. */
async function detachSubscription(name: string, target: pg.Client): Promise<boolean> {
  // The catalog is of the whole server, whose other databases may have one of this name.
  const { rowCount } = await target.query(
    `SELECT FROM pg_subscription JOIN pg_database ON subdbid = pg_database.oid
     WHERE subname = $1 AND datname = current_database()`,
    [name],
  );
  if (rowCount === 0) return false;
  await target.query(`ALTER SUBSCRIPTION ${name} DISABLE`);
  await target.query(`ALTER SUBSCRIPTION ${name} SET (slot_name = NONE)`);
  return true;
}

const stillUsed = (name: string): string =>
  `the replication slot ${name} is still in use: a run that was interrupted copies to another database. Give that one again, or DROP SUBSCRIPTION ${name} there`;

const untilUnused = (name: string, source: pg.Client): Promise<void> =>
  until(10_000, new PlacementRefused(stillUsed(name)), async () => {
    const { rows } = await source.query<{ active: boolean }>(
      "SELECT active FROM pg_replication_slots WHERE slot_name = $1",
      [name],
    );
    return rows.every(({ active }) => !active);
  });

async function dropSlot(name: string, source: pg.Client): Promise<void> {
  // Slots of a copy that is being made have names of their own that begin with the server's number.
  await untilUnused(name, source);
  await source.query(
    "SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE slot_name = $1",
    [name],
  );
}

async function until(withinMs: number, failure: Error, done: () => Promise<boolean>): Promise<void> {
  const began = performance.now();
  while (!(await done())) {
    if (performance.now() - began > withinMs) throw failure;
    await delay(20);
  }
}
