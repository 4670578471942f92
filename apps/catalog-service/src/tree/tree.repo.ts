import { setTimeout as delay } from "node:timers/promises";
import type { CatalogDatabase } from "@marketplace/database/catalog";
import type { CategoryNode } from "../categories/category.ts";
import { listAnew } from "../items/reindexing.job.ts";
import type { KnownShipping } from "./dump-nodes.service.ts";

/** Writes of the category tree, set by set; call them inside a transaction. */
export interface TreeRepo {
  /** One change of a site's tree at a time, which counts the listings it moves where no other writer waits for it. */
  lock(siteId: string): Promise<void>;
  upsert(nodes: readonly CategoryNode[]): Promise<void>;
  /** How these categories ship, by id, of those that there are. */
  shipping(ids: readonly string[]): Promise<Map<string, KnownShipping>>;
  /** Takes what `keep` does not name out of the tree: retired where items are in it, deleted elsewhere. */
  drop(siteId: string, keep: readonly string[]): Promise<{ deleted: number; retired: number }>;
  /** Builds the site's attribute names and values anew from its categories. */
  collectAttributes(siteId: string): Promise<void>;
  /** Which of these the site has under another name, or elsewhere. */
  moved(siteId: string, nodes: readonly CategoryNode[]): Promise<string[]>;
  /** Lists the active items of these categories under their present paths and names; what stays as it is is not written. */
  relist(siteId: string, moved: readonly string[]): Promise<void>;
  /**
   * The same for all of the site's, of which those in other categories are looked at by their paths alone: what others listed meanwhile.
   * Where something moved it first lets those end who are writing items now, and may have seen the tree of before.
   */
  settle(siteId: string, moved: readonly string[]): Promise<void>;
}

const rowOf = ({ path, ...node }: CategoryNode) => ({
  ...node,
  path: [...path],
  dateCreated: node.dateCreated.toISOString(),
});

// A JSON document instead of arrays of columns: json keeps the order of fields, which `jsonb` would not.
const upsert = `
  INSERT INTO categories (id, site_id, name, picture, permalink, parent_id, position, path, path_from_root, is_leaf,
    settings, attributes, attribute_types, meta_categ_id, attributable, date_created, domain_id, domain_name, logistics,
    flex_opt_in_only, retired)
  SELECT n ->> 'id', n ->> 'siteId', n ->> 'name', n ->> 'picture', n ->> 'permalink', n ->> 'parentId',
    (n ->> 'position')::int, ARRAY(SELECT json_array_elements_text(n -> 'path')), n -> 'pathFromRoot',
    (n ->> 'isLeaf')::boolean, n -> 'settings', n -> 'attributes', n ->> 'attributeTypes', n ->> 'metaCategId',
    (n ->> 'attributable')::boolean, (n ->> 'dateCreated')::timestamptz, n ->> 'domainId', n ->> 'domainName',
    n -> 'logistics', (n ->> 'flexOptInOnly')::boolean, false
  FROM json_array_elements($1::json) n
  ON CONFLICT (id) DO UPDATE SET name = excluded.name, picture = excluded.picture, permalink = excluded.permalink,
    parent_id = excluded.parent_id, position = excluded.position, path = excluded.path,
    path_from_root = excluded.path_from_root, is_leaf = excluded.is_leaf, settings = excluded.settings,
    attributes = excluded.attributes, attribute_types = excluded.attribute_types,
    meta_categ_id = excluded.meta_categ_id, attributable = excluded.attributable,
    date_created = excluded.date_created, domain_id = excluded.domain_id, domain_name = excluded.domain_name,
    logistics = excluded.logistics, flex_opt_in_only = excluded.flex_opt_in_only, retired = false`;

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

const chunk = 200;

/** After those of processes, 0 to 7: there is one change of a site's tree at a time. */
const ownShard = "8";

/** For those who write items, in milliseconds: a transaction that takes longer lists by the tree of before until its items' next change. */
const patience = 30_000;

/** Of a large site all listings at once would take longer than a statement may. */
const listedAtOnce = 5_000;

export function treeRepo(db: CatalogDatabase): TreeRepo {
  // Past Prisma, which holds values several times over: a part of a tree is some megabytes.
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
    const until = performance.now() + patience;
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
      for (let from = 0; from < nodes.length; from += chunk) {
        const part = nodes.slice(from, from + chunk);
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
    async relist(siteId, moved) {
      if (moved.length === 0) return;
      await eachPart(siteId, moved, async (listed) => {
        const stale = await numbers(listedOtherwise, listed, moved);
        if (stale.length > 0) await run("SELECT list_items($1::bigint[])", stale);
      });
    },
    async settle(siteId, moved) {
      if (moved.length > 0) await writersOfNow();
      await eachPart(siteId, undefined, async (listed) => {
        const stale = await numbers(listedOtherwise, listed, moved);
        if (stale.length > 0) await listAnew(db, stale);
      });
    },
  };
}
