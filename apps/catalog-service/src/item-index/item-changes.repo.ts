import { type CatalogDatabase, openCatalogDatabase } from "@marketplace/database/catalog";
import type { Logger } from "@marketplace/server";

/** What an index has to read again. */
export interface ItemNews {
  /** The cursor of the next call. */
  cursor: string;
  /** Items that changed, each once, ascending. */
  numbers: number[];
  /** Categories of which all active items have to be read. */
  categories: string[];
  /** Changes with every change of a category tree. */
  trees: string;
}

export type SellerNews = Pick<ItemNews, "cursor" | "numbers">;

export type ItemChangesRepo = ReturnType<typeof createItemChangesRepo>;

/**
 * The server, the database and the timeline that a snapshot belongs to: transaction numbers mean nothing on
 * another server, and after a failover or a restore they may stand for other changes.
 */
const origin = `
  (SELECT system_identifier FROM pg_control_system()) || '/' ||
  (SELECT oid FROM pg_database WHERE datname = current_database()) || '/' ||
  left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)`;

const presentCursor = `${origin} || ' ' || pg_current_snapshot() AS cursor`;

const present = `SELECT ${presentCursor}`;

/** What the cursor's snapshot could not see: a transaction that began earlier may commit later. */
const unseen =
  "xid >= pg_snapshot_xmin($1::pg_snapshot) AND NOT pg_visible_in_snapshot(xid, $1::pg_snapshot)";

/** Transactions that are yet to come here. */
const future = `(
  EXISTS (SELECT FROM item_change_retention WHERE deleted_xid >= pg_snapshot_xmax(pg_current_snapshot()))
  OR EXISTS (SELECT FROM item_changes WHERE xid >= pg_snapshot_xmax(pg_current_snapshot())))`;

/**
 * What is stored was written elsewhere, as after a restore of a dump: by a server, database or timeline that
 * is not named first, or by transactions that are yet to come here.
 */
const foreign = `(
  EXISTS (SELECT FROM item_change_retention WHERE split_part(origin, ' ', 1) IS DISTINCT FROM ${origin})
  OR ${future})`;

/**
 * Databases of a server share its transaction numbers, so a copy goes on where the copied one was. Its origin
 * is named first, then those of the databases that it was copied from, whose cursors it follows.
 */
const adopt = `
  UPDATE item_change_retention SET origin = ${origin} || ' ' || origin
  WHERE id = 1 AND split_part(origin, ' ', 1) <> ${origin} AND NOT ${future}
    AND split_part(origin, '/', 1) = split_part(${origin}, '/', 1)
    AND split_part(split_part(origin, ' ', 1), '/', 3) = split_part(${origin}, '/', 3)`;

const lockRetention = "SELECT FROM item_change_retention WHERE id = 1 FOR UPDATE";

/**
 * Makes what is stored that of this server. Changes of transactions that may still run are kept, as their
 * rows become visible later. Cursors that could miss a deleted change are refused, new ones are followed.
 */
const settle = `
  WITH settled AS (
    UPDATE item_change_retention
    SET origin = ${origin}, deleted_xid = (pg_snapshot_xmin(pg_current_snapshot())::text::bigint - 1)::text::xid8
    WHERE id = 1 AND ${foreign} RETURNING id)
  DELETE FROM item_changes USING settled
  WHERE xid < pg_snapshot_xmin(pg_current_snapshot()) OR xid >= pg_snapshot_xmax(pg_current_snapshot())`;

const since = `
  WITH unseen AS MATERIALIZED (SELECT item_no, category_id FROM item_changes WHERE ${unseen})
  SELECT ${presentCursor},
    $2 = ANY (SELECT unnest(string_to_array(origin, ' ')) FROM item_change_retention WHERE id = 1)
      AND pg_snapshot_xmax($1::pg_snapshot) <= pg_snapshot_xmax(pg_current_snapshot())
      AND pg_snapshot_xmin($1::pg_snapshot) > (SELECT deleted_xid FROM item_change_retention WHERE id = 1)
      AND NOT ${foreign} AS follows,
    (SELECT string_agg(item_no::text, ',') FROM (
      SELECT DISTINCT item_no FROM unseen WHERE item_no IS NOT NULL ORDER BY item_no) items) AS numbers,
    (SELECT string_agg(DISTINCT category_id, ',') FROM unseen) AS categories,
    (SELECT coalesce(sum(version), 0)::text FROM trees) AS trees`;

/** The cursor's snapshot; of another server's, as when a site has just moved here, one that saw nothing. */
const known = `(
  SELECT CASE WHEN $3 = ANY (string_to_array(origin, ' ')) THEN $1::pg_snapshot ELSE '1:1:' END
  FROM item_change_retention WHERE id = 1)`;

const ofSeller = `
  SELECT ${presentCursor},
    (SELECT string_agg(item_no::text, ',') FROM (
      SELECT item_no FROM item_changes
      WHERE xid >= pg_snapshot_xmin(${known}) AND NOT pg_visible_in_snapshot(xid, ${known})
        AND seller_id = $2 AND item_no IS NOT NULL
      GROUP BY item_no ORDER BY max(no) DESC) items) AS numbers`;

/** Only what ended long ago: a change of a transaction that still runs is not visible here. */
const cleanUp = `
  WITH gone AS (
    DELETE FROM item_changes WHERE no IN (
      SELECT no FROM item_changes
      WHERE created_at < now() - make_interval(secs => $1) AND xid < pg_snapshot_xmin(pg_current_snapshot())
      ORDER BY no LIMIT $2)
    RETURNING xid
  ), bound AS (
    UPDATE item_change_retention SET deleted_xid = greatest(deleted_xid, latest.xid)
    FROM (SELECT xid FROM gone ORDER BY xid DESC LIMIT 1) latest
  )
  SELECT count(*) AS deleted FROM gone`;
const deletedAtOnce = 10_000;

interface SellerRow {
  cursor: string;
  numbers: string | null;
}

interface Row {
  cursor: string;
  follows: boolean;
  numbers: string | null;
  categories: string | null;
  trees: string;
}

/**
 * Makes the changes in a database that was just copied on its server, by CREATE DATABASE, its own: an index
 * that was saved before the copy was made goes on from there.
 */
export async function adoptChanges({ databaseUrl: url, log }: { databaseUrl: string; log: Logger }) {
  const db = openCatalogDatabase({ url, poolSize: 1, log });
  await db.execute(adopt).finally(() => db.close());
}

/** Reads `item_changes`, which triggers write. A cursor is a snapshot of Postgres and where it is from. */
export function createItemChangesRepo(db: CatalogDatabase) {
  return {
    /** The cursor of a reader who reads all items after this call; settles first what another server left. */
    async present(): Promise<string> {
      await db.transaction(async () => {
        await db.query(lockRetention);
        await db.query(settle);
      });
      const [row] = await db.query<{ cursor: string }>(present);
      if (!row) throw new Error("a query without a table gives one row");
      return row.cursor;
    },
    /**
     * What changed after the cursor, whatever the order of commits. `undefined` when that is not known any
     * more: changes were cleaned up, or the cursor is of another server.
     */
    async since(cursor: string): Promise<ItemNews | undefined> {
      const { from, snapshot } = parts(cursor);
      const [row] = await db.query<Row>(since, [snapshot, from]);
      if (!row?.follows) return undefined;
      const { numbers, categories, trees } = row;
      return {
        cursor: row.cursor,
        numbers: numbersOf(numbers),
        categories: categories?.split(",") ?? [],
        trees,
      };
    },
    /** Items of a seller that changed after the cursor, the last change first, and the cursor after them. */
    async ofSeller(cursor: string, sellerId: number): Promise<SellerNews> {
      const { from, snapshot } = parts(cursor);
      const [row] = await db.query<SellerRow>(ofSeller, [snapshot, sellerId, from]);
      if (!row) throw new Error("a query without a table gives one row");
      return { cursor: row.cursor, numbers: numbersOf(row.numbers) };
    },
    /** Deletes changes older than `keptSeconds`; a reader that is further behind reads all items again. */
    async cleanUp(keptSeconds: number, signal?: AbortSignal): Promise<void> {
      for (let deleted = deletedAtOnce; deleted === deletedAtOnce && !signal?.aborted; ) {
        const [row] = await db.query<{ deleted: number }>(cleanUp, [keptSeconds, deletedAtOnce]);
        deleted = row?.deleted ?? 0;
      }
    },
  };
}

const numbersOf = (joined: string | null): number[] => joined?.split(",").map(Number) ?? [];

/** Nothing of another form was made by this service: it is of no server, so that its reader begins again. */
function parts(cursor: string): { from: string; snapshot: string } {
  const [, from = "", snapshot = "1:1:"] = /^(\S+) (\d+:\d+:[\d,]*)$/.exec(cursor) ?? [];
  return { from, snapshot };
}
