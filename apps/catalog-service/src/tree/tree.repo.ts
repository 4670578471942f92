import { type CatalogDatabase, Prisma } from "@marketplace/database/catalog";
import type { CategoryName, CategoryNode, PresentCategory } from "../categories/categories.schema.ts";
import { columnOf, selectList } from "../columns.sql.ts";
import { createItemDomainsRepo, type ItemDomainsRepo } from "./item-domains.repo.ts";

/** The category tree as a whole; call its writes inside a transaction. */
export interface TreeRepo {
  /** Serializes changes of a site's tree. */
  lock(siteId: string): Promise<void>;
  /** Counts a change of the tree, after which the dumps of earlier versions are out of date. */
  beginVersion(siteId: string): Promise<void>;
  /**
   * Stores categories; items follow theirs into another domain after the commit, all or at most so many, and
   * the others later, by a job.
   */
  upsert(nodes: readonly CategoryNode[], options?: { maxItems?: number }): Promise<void>;
  /** The categories that exist, retired ones too, by id. */
  present(ids: readonly string[]): Promise<Map<string, PresentCategory>>;
  /** The categories of the tree that are not among `keep`. */
  others(siteId: string, keep: readonly string[]): Promise<CategoryName[]>;
  /** Items in these categories, and the active ones among them. */
  itemsIn(categories: readonly string[]): Promise<{ items: number; active: number }>;
  /** Active items in these categories, and in the retired ones below them, which follow them. */
  activeItemsUnder(siteId: string, categories: readonly string[]): Promise<number>;
  /** Removes all but `keep` and retired ones: retires categories with items, deletes the others. */
  drop(siteId: string, keep: readonly string[]): Promise<{ deleted: number; retired: number }>;
  /** Gives retired categories the paths and names of what is above them now. */
  followAncestors(siteId: string): Promise<void>;
  /** Rebuilds the site's names of attributes and values from its categories; of these ids only, if given. */
  collectAttributes(siteId: string, ids?: readonly string[] | null): Promise<void>;
}

const fields = Object.values(Prisma.CategoryScalarFieldEnum);
const columns = fields.map(columnOf);
const changeable = columns.filter((column) => column !== "id" && column !== "site_id");

const rowOf = (node: CategoryNode) =>
  Object.fromEntries(
    Object.entries({ ...node, retired: node.retired ?? false }).map(([field, value]) => [
      columnOf(field),
      value,
    ]),
  );

// json instead of jsonb keeps the order of fields.
const upsert = `
  INSERT INTO categories (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::categories, $1::json)
  ON CONFLICT (id) DO UPDATE SET ${changeable.map((column) => `${column} = excluded.${column}`)}`;

// By the index, as `present`.
const inOtherDomains = `
  SELECT n.id FROM json_to_recordset($1::json) AS n (id text, domain_id text)
  CROSS JOIN LATERAL (SELECT domain_id FROM categories WHERE id = n.id LIMIT 1) c
  WHERE c.domain_id IS DISTINCT FROM n.domain_id`;

/** All, or those among `$2`. */
const wanted = (id: string) => `($2::text[] IS NULL OR ${id} = ANY ($2))`;
/** Few per statement, so that a large tree stays below the statement timeout. Ids begin with the site. */
const nextIds = "SELECT id FROM categories WHERE site_id = $1 AND id > $2 ORDER BY id LIMIT 1000";
const attributeRows = `
  SELECT c.site_id, a ->> 'id' AS id, a ->> 'name' AS name, a -> 'values' AS values
  FROM categories c, json_array_elements(c.attributes) a
  WHERE c.site_id = $1 AND c.id > $3 AND c.id <= $4 AND ${wanted("a ->> 'id'")}`;
// Of several names the first in order counts.
const collectNames = `
  INSERT INTO site_attributes AS known (site_id, id, name)
  SELECT DISTINCT ON (id) site_id, id, name FROM (${attributeRows}) r ORDER BY id, name
  ON CONFLICT (site_id, id) DO UPDATE SET name = excluded.name WHERE excluded.name < known.name`;
const collectValues = `
  INSERT INTO site_attribute_values AS known (site_id, attribute_id, id, name)
  SELECT DISTINCT ON (r.id, v ->> 'id') site_id, r.id, v ->> 'id', v ->> 'name'
  FROM (${attributeRows}) r, json_array_elements(r.values) v
  WHERE json_typeof(r.values) = 'array' AND v ->> 'id' IS NOT NULL ORDER BY r.id, v ->> 'id', v ->> 'name'
  ON CONFLICT (site_id, attribute_id, id) DO UPDATE SET name = excluded.name WHERE excluded.name < known.name`;

const newVersion = `
  INSERT INTO trees (site_id, version) VALUES ($1, 1)
  ON CONFLICT (site_id) DO UPDATE SET version = trees.version + 1`;

// LATERAL with a limit always reads by the index. While a transaction adds thousands of categories, the plan
// is still that of the few before it, which would scan them all.
const present = `
  SELECT ${selectList(fields)} FROM unnest($1::text[]) AS wanted (wanted_id)
  CROSS JOIN LATERAL (SELECT * FROM categories WHERE id = wanted_id LIMIT 1) c`;
const others = `
  SELECT id, name FROM categories WHERE site_id = $1 AND NOT retired AND NOT (id = ANY ($2::text[]))
  ORDER BY id`;
const itemsIn = `
  SELECT count(*) AS items, count(*) FILTER (WHERE status = 'active') AS active
  FROM items WHERE category_id = ANY ($1::text[])`;

const activeItemsUnder = `
  SELECT count(*) AS active FROM items
  WHERE status = 'active' AND category_id IN (
    SELECT unnest($2::text[])
    UNION SELECT id FROM categories WHERE site_id = $1 AND retired AND path && $2::text[])`;

// From the retired categories below one of the tree, down to the retired ones below those; by the index, as
// `present`.
const followAncestors = `
  WITH RECURSIVE below AS (
    SELECT c.id, p.path || c.id AS path FROM categories c
    CROSS JOIN LATERAL (SELECT path, retired FROM categories WHERE id = c.parent_id LIMIT 1) p
    WHERE c.site_id = $1 AND c.retired AND NOT p.retired
    UNION ALL
    SELECT c.id, below.path || c.id FROM categories c JOIN below ON below.id = c.parent_id
    WHERE c.site_id = $1 AND c.retired
  )
  UPDATE categories c SET path = own.path, path_from_root = own.path_from_root
  FROM (
    SELECT below.id, below.path, (
      SELECT json_agg(json_build_object('id', n.id, 'name', n.name) ORDER BY step.place)
      FROM unnest(below.path) WITH ORDINALITY AS step (id, place)
      CROSS JOIN LATERAL (SELECT id, name FROM categories WHERE id = step.id LIMIT 1) n
    ) AS path_from_root FROM below
  ) own
  WHERE c.id = own.id AND c.path_from_root::jsonb IS DISTINCT FROM own.path_from_root::jsonb`;

const batchSize = 200;

export function createTreeRepo(
  db: CatalogDatabase,
  itemDomains: Pick<ItemDomainsRepo, "follow"> = createItemDomainsRepo(db),
): TreeRepo {
  // Not through Prisma, which copies values several times: a batch of a tree has some megabytes.
  const run = (sql: string, ...values: unknown[]) => db.execute(sql, values);
  return {
    async lock(siteId) {
      await run("SELECT pg_advisory_xact_lock(hashtext('category tree'), hashtext($1))", siteId);
    },
    async beginVersion(siteId) {
      await run(newVersion, siteId);
    },
    async upsert(nodes, { maxItems } = {}) {
      const moved: string[] = [];
      for (let from = 0; from < nodes.length; from += batchSize) {
        const part = nodes.slice(from, from + batchSize);
        const domains = JSON.stringify(part.map(({ id, domainId }) => ({ id, domain_id: domainId })));
        for (const { id } of await db.query<{ id: string }>(inOtherDomains, [domains])) moved.push(id);
        await run(upsert, JSON.stringify(part.map(rowOf)));
      }
      // A change of a tree may take minutes, in which purchases must not wait for its items.
      if (moved.length > 0) db.afterCommit(() => itemDomains.follow(moved, maxItems));
    },
    async present(ids) {
      const rows = await db.query<PresentCategory>(present, [ids]);
      return new Map(rows.map((category) => [category.id, category]));
    },
    others: (siteId, keep) => db.query<CategoryName>(others, [siteId, keep]),
    async itemsIn(categories) {
      if (categories.length === 0) return { items: 0, active: 0 };
      const [row] = await db.query<{ items: number; active: number }>(itemsIn, [categories]);
      return row ?? { items: 0, active: 0 };
    },
    async activeItemsUnder(siteId, categories) {
      if (categories.length === 0) return 0;
      const [row] = await db.query<{ active: number }>(activeItemsUnder, [siteId, categories]);
      return row?.active ?? 0;
    },
    async drop(siteId, keep) {
      // Retired ones may come back with their attributes, and no preview names them.
      const gone = "site_id = $1 AND NOT retired AND NOT (id = ANY ($2::text[])) AND";
      const withItems = "EXISTS (SELECT FROM items i WHERE i.category_id = categories.id)";
      const retired = await run(
        `UPDATE categories SET retired = true WHERE ${gone} ${withItems}`,
        siteId,
        keep,
      );
      const deleted = await run(`DELETE FROM categories WHERE ${gone} NOT ${withItems}`, siteId, keep);
      return { deleted, retired };
    },
    async followAncestors(siteId) {
      await run(followAncestors, siteId);
    },
    async collectAttributes(siteId, ids = null) {
      await run(`DELETE FROM site_attributes WHERE site_id = $1 AND ${wanted("id")}`, siteId, ids);
      await run(
        `DELETE FROM site_attribute_values WHERE site_id = $1 AND ${wanted("attribute_id")}`,
        siteId,
        ids,
      );
      for (let after = siteId; ; ) {
        const categories = await db.query<{ id: string }>(nextIds, [siteId, after]);
        const last = categories.at(-1)?.id;
        if (last === undefined) return;
        await run(collectNames, siteId, ids, after, last);
        await run(collectValues, siteId, ids, after, last);
        after = last;
      }
    },
  };
}
