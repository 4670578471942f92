import { setTimeout as delay } from "node:timers/promises";
import { type CatalogDatabase, Prisma } from "@marketplace/database/catalog";
import type { CategoryNode } from "../categories/categories.schema.ts";
import type { Logistics } from "../categories/shipping-preferences.schema.ts";
import { columnOf } from "../columns.sql.ts";
import { reindexItems } from "../items/reindexing.job.ts";

/** The part of a category that tree files do not have; an import keeps it from the previous tree. */
export interface KnownShipping {
  logistics: Logistics[];
  flexOptInOnly: boolean;
}

/** Writes of the category tree; call them inside a transaction. */
export interface TreeRepo {
  /** Serializes changes of a site's tree, which use a shard of the counters of their own. */
  lock(siteId: string): Promise<void>;
  upsert(nodes: readonly CategoryNode[]): Promise<void>;
  /** The shipping data of the categories that exist, by id. */
  shipping(ids: readonly string[]): Promise<Map<string, KnownShipping>>;
  /** Removes all but `keep` from the tree: retires categories with items, deletes the others. */
  drop(siteId: string, keep: readonly string[]): Promise<{ deleted: number; retired: number }>;
  /** Rebuilds the site's attribute names and values from its categories. */
  collectAttributes(siteId: string): Promise<void>;
  /** The ids of existing categories that change their name or path. */
  moved(siteId: string, nodes: readonly CategoryNode[]): Promise<string[]>;
  /** Reindexes the active items of these categories; writes only listings that differ. */
  reindex(siteId: string, moved: readonly string[]): Promise<void>;
  /**
   * Reindexes what was listed during the change: all items of the site, those outside `moved` by their paths
   * only. Where something moved it first waits for transactions that may have read the previous tree.
   */
  reindexMissed(siteId: string, moved: readonly string[]): Promise<void>;
}

const columns = Object.values(Prisma.CategoryScalarFieldEnum).map(columnOf);
const changeable = columns.filter((column) => column !== "id" && column !== "site_id");

const rowOf = (node: CategoryNode) =>
  Object.fromEntries(
    Object.entries({ ...node, retired: false }).map(([field, value]) => [columnOf(field), value]),
  );

// json instead of jsonb keeps the order of fields.
const upsert = `
  INSERT INTO categories (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::categories, $1::json)
  ON CONFLICT (id) DO UPDATE SET ${changeable.map((column) => `${column} = excluded.${column}`)}`;

const attributeRows = `
  SELECT c.site_id, a ->> 'id' AS id, a ->> 'name' AS name, a -> 'values' AS values
  FROM categories c, json_array_elements(c.attributes) a WHERE c.site_id = $1`;

const listedIn = `
  SELECT no FROM listings WHERE site_id = $1 AND ($2::text[] IS NULL OR category_id = ANY ($2)) AND no > $3
  ORDER BY no LIMIT $4`;
const listedOtherwise = `
  SELECT l.no FROM listings l JOIN items i USING (no) JOIN categories c ON c.id = i.category_id
  WHERE l.no = ANY ($1::bigint[]) AND ((l.category_id, l.keys) IS DISTINCT FROM (i.category_id, listing_keys(i, c.path))
    OR c.id = ANY ($2::text[])
      AND l.words IS DISTINCT FROM listing_words(i.site_id, i.title, i.attributes, c.name))
  ORDER BY l.no`;

const writing = `
  SELECT virtualtransaction AS writer FROM pg_locks WHERE relation = 'items'::regclass AND mode = 'RowExclusiveLock'
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

const shippingOf = `
  SELECT id, logistics, flex_opt_in_only AS "flexOptInOnly" FROM categories WHERE id = ANY ($1::text[])`;
const namesOf = "SELECT id, name, path FROM categories WHERE site_id = $1 AND id = ANY ($2::text[])";

const batchSize = 200;

/** Processes use the shards 0 to 7. */
const ownShard = "8";

/** After it transactions that still write items keep previous paths until their next change. */
const writersTimeoutMs = 30_000;

/** Listings per statement, so that a large site stays below the statement timeout. */
const listedAtOnce = 5_000;

export function createTreeRepo(db: CatalogDatabase): TreeRepo {
  // Not through Prisma, which copies values several times: a batch of a tree has some megabytes.
  const run = (sql: string, ...values: unknown[]) => db.execute(sql, values);
  const numbers = async (sql: string, ...values: unknown[]) =>
    (await db.query<{ no: number }>(sql, values)).map(({ no }) => no);
  const eachPart = async (
    siteId: string,
    categories: readonly string[] | undefined,
    work: (listed: number[]) => Promise<void>,
  ): Promise<void> => {
    for (let after = 0; ; ) {
      const listed = await numbers(listedIn, siteId, categories ?? null, after, listedAtOnce);
      const last = listed.at(-1);
      if (last === undefined) return;
      await work(listed);
      after = last;
    }
  };
  const writers = async () => (await db.query<{ writer: string }>(writing)).map(({ writer }) => writer);
  const writersOfNow = async (): Promise<void> => {
    const until = performance.now() + writersTimeoutMs;
    for (let left = await writers(); left.length > 0 && performance.now() < until; ) {
      await delay(20);
      const still = new Set(await writers());
      left = left.filter((writer) => still.has(writer));
    }
  };
  return {
    async lock(siteId) {
      await run("SELECT pg_advisory_xact_lock(hashtext('category tree'), hashtext($1))", siteId);
      await run("SELECT set_config('marketplace.counter_shard', $1, true)", ownShard);
    },
    async upsert(nodes) {
      for (let from = 0; from < nodes.length; from += batchSize) {
        const part = nodes.slice(from, from + batchSize);
        await run(upsert, JSON.stringify(part.map(rowOf)));
      }
    },
    async shipping(ids) {
      const rows = await db.query<KnownShipping & { id: string }>(shippingOf, [ids]);
      return new Map(rows.map(({ id, ...known }) => [id, known]));
    },
    async drop(siteId, keep) {
      const gone = "site_id = $1 AND NOT (id = ANY ($2::text[])) AND";
      const withItems = "EXISTS (SELECT FROM items i WHERE i.category_id = categories.id)";
      const retired = await run(
        `UPDATE categories SET retired = true WHERE ${gone} ${withItems}`,
        siteId,
        keep,
      );
      const deleted = await run(`DELETE FROM categories WHERE ${gone} NOT ${withItems}`, siteId, keep);
      return { deleted, retired };
    },
    async collectAttributes(siteId) {
      await run("DELETE FROM site_attributes WHERE site_id = $1", siteId);
      await run("DELETE FROM site_attribute_values WHERE site_id = $1", siteId);
      await run(
        `INSERT INTO site_attributes (site_id, id, name)
         SELECT DISTINCT ON (id) site_id, id, name FROM (${attributeRows}) r ORDER BY id, name`,
        siteId,
      );
      await run(
        `INSERT INTO site_attribute_values (site_id, attribute_id, id, name)
         SELECT DISTINCT ON (r.id, v ->> 'id') site_id, r.id, v ->> 'id', v ->> 'name'
         FROM (${attributeRows}) r, json_array_elements(r.values) v
         WHERE json_typeof(r.values) = 'array' AND v ->> 'id' IS NOT NULL ORDER BY r.id, v ->> 'id', v ->> 'name'`,
        siteId,
      );
    },
    async moved(siteId, nodes) {
      const ids = nodes.map((node) => node.id);
      const present = await db.query<{ id: string; name: string; path: string[] }>(namesOf, [siteId, ids]);
      const next = new Map(nodes.map(({ id, name, path }) => [id, JSON.stringify([name, path])]));
      return present
        .filter(({ id, name, path }) => next.has(id) && next.get(id) !== JSON.stringify([name, path]))
        .map(({ id }) => id);
    },
    async reindex(siteId, moved) {
      if (moved.length === 0) return;
      await eachPart(siteId, moved, async (listed) => {
        const stale = await numbers(listedOtherwise, listed, moved);
        if (stale.length > 0) await run("SELECT list_items($1::bigint[])", stale);
      });
    },
    async reindexMissed(siteId, moved) {
      if (moved.length > 0) await writersOfNow();
      await eachPart(siteId, undefined, async (listed) => {
        const stale = await numbers(listedOtherwise, listed, moved);
        if (stale.length > 0) await reindexItems(db, stale);
      });
    },
  };
}
