import type { CatalogDatabase } from "@marketplace/database/catalog";
import type { CategoryNode, PresentCategory } from "../categories/categories.schema.ts";
import type { TreeRepo } from "./tree.repo.ts";

/** Changes of single categories; call them in a transaction that holds the lock of the tree. */
export interface BranchesRepo {
  /** The category, locked: items that are being listed in it are stored before, and no others meanwhile. */
  lock(id: string): Promise<PresentCategory | undefined>;
  /** Numbers that no category and no value of the site has, nor `taken`. An imported tree may have any. */
  newNumbers(siteId: string, count: number, taken?: readonly string[]): Promise<string[]>;
  childCount(id: string): Promise<number>;
  /** The position after the last child; of the first level if `parentId` is null. */
  nextPosition(siteId: string, parentId: string | null): Promise<number>;
  /** Levels from the category down to its deepest descendant, itself included. */
  height(category: Pick<CategoryNode, "id" | "siteId" | "path">): Promise<number>;
  /** Puts a category below other ancestors; writes paths and names on it and on its descendants again. */
  rewritePaths(category: { id: string; siteId: string }, ancestors: readonly string[]): Promise<void>;
}

const lock = "SELECT FROM categories WHERE id = $1 FOR UPDATE";
const newNumbers = `
  WITH fresh AS MATERIALIZED (SELECT nextval('tree_numbers')::text AS no FROM generate_series(1, $2))
  SELECT no FROM fresh WHERE no <> ALL ($3::text[])
    AND NOT EXISTS (SELECT FROM categories WHERE id = $1 || no)
    AND NOT EXISTS (SELECT FROM site_attribute_values v WHERE v.site_id = $1 AND v.id = no)`;
const childCount =
  "SELECT count(*) AS count FROM categories WHERE site_id = $1 AND parent_id = $2 AND NOT retired";
const nextPosition = `
  SELECT coalesce(max(position), -1) + 1 AS position FROM categories
  WHERE site_id = $1 AND parent_id IS NOT DISTINCT FROM $2`;
const height = `
  SELECT max(cardinality(path)) - $3 + 1 AS height FROM categories WHERE site_id = $1 AND $2 = ANY (path)`;
const rewritePaths = `
  UPDATE categories c SET path = own.path, path_from_root = (
    SELECT json_agg(json_build_object('id', n.id, 'name', n.name) ORDER BY step.place)
    FROM unnest(own.path) WITH ORDINALITY AS step (id, place) JOIN categories n ON n.id = step.id)
  FROM (SELECT id, $3::text[] || path[array_position(path, $2):] AS path FROM categories
        WHERE site_id = $1 AND $2 = ANY (path)) own
  WHERE c.id = own.id`;

export function createBranchesRepo(db: CatalogDatabase, tree: Pick<TreeRepo, "present">): BranchesRepo {
  const numberOf = async (sql: string, values: unknown[]): Promise<number> => {
    const [row] = await db.query<Record<string, number>>(sql, values);
    return Object.values(row ?? {})[0] ?? 0;
  };
  return {
    async lock(id) {
      await db.query(lock, [id]);
      return (await tree.present([id])).get(id);
    },
    async newNumbers(siteId, count, taken = []) {
      const found: string[] = [];
      while (found.length < count) {
        const rows = await db.query<{ no: string }>(newNumbers, [siteId, count - found.length, taken]);
        found.push(...rows.map(({ no }) => no));
      }
      return found;
    },
    childCount: (id) => numberOf(childCount, [id.slice(0, 3), id]),
    nextPosition: (siteId, parentId) => numberOf(nextPosition, [siteId, parentId]),
    height: ({ id, siteId, path }) => numberOf(height, [siteId, id, path.length]),
    async rewritePaths({ id, siteId }, ancestors) {
      await db.execute(rewritePaths, [siteId, id, [...ancestors]]);
    },
  };
}
