import type { CatalogDatabase } from "@marketplace/database/catalog";
import type { CategoryAttribute } from "../categories/category-attributes.schema.ts";

/** A category as predictions return it, with the attributes to recognize in titles. */
export interface PredictedLeaf {
  id: string;
  siteId: string;
  name: string;
  domainId: string | null;
  domainName: string | null;
  attributes: CategoryAttribute[];
}

export type SiteLeavesRepo = ReturnType<typeof createSiteLeavesRepo>;

// Compared as text, because earlier releases imported trees whose value is not a boolean; it then counts as
// true.
const listable = "is_leaf AND NOT retired AND settings ->> 'listing_allowed' IS DISTINCT FROM 'false'";

/** The latest items of a category that are searched for pairs of brand and model. */
const itemsAsked = 5_000;

const brandsOfModels = `
  SELECT DISTINCT model ->> 'value_id' AS model, brand ->> 'value_id' AS brand
  FROM (SELECT attributes FROM items WHERE category_id = $1 ORDER BY no DESC LIMIT ${itemsAsked}) i,
    jsonb_array_elements(attributes) model, jsonb_array_elements(attributes) brand
  WHERE model ->> 'id' = 'MODEL' AND brand ->> 'id' = 'BRAND'
    AND model ->> 'value_id' IS NOT NULL AND brand ->> 'value_id' IS NOT NULL`;

/** The categories that predictions may name: leaves of the present tree that take items. */
export function createSiteLeavesRepo(db: CatalogDatabase) {
  return {
    /** By category id, whether it takes classified ads. */
    async leaves(siteId: string) {
      const rows = await db.queryUnprepared<{ id: string; classified: boolean }>(
        `SELECT id, (settings -> 'buying_modes')::jsonb ? 'classified' AS classified
         FROM categories WHERE site_id = $1 AND ${listable}`,
        [siteId],
      );
      return new Map(rows.map(({ id, classified }) => [id, { classified }]));
    },
    /** By leaf id, the category names from the root to the leaf. */
    async paths(siteId: string) {
      const rows = await db.queryUnprepared<{ id: string; names: string[] }>(
        `SELECT leaf.id, array_agg(c.name ORDER BY step.place) AS names
         FROM categories leaf
         CROSS JOIN LATERAL unnest(leaf.path) WITH ORDINALITY AS step (id, place)
         JOIN categories c ON c.id = step.id
         WHERE leaf.site_id = $1 AND leaf.is_leaf AND NOT leaf.retired
         GROUP BY leaf.id`,
        [siteId],
      );
      return new Map(rows.map(({ id, names }) => [id, names]));
    },
    async details(ids: readonly string[]) {
      return db.queryUnprepared<PredictedLeaf>(
        `SELECT id, site_id AS "siteId", name, domain_id AS "domainId", domain_name AS "domainName", attributes
         FROM categories WHERE id = ANY ($1) AND ${listable}`,
        [ids],
      );
    },
    /** By model, the brands it was listed with; both are value ids. */
    async brandsOfModels(categoryId: string) {
      const rows = await db.queryUnprepared<{ model: string; brand: string }>(brandsOfModels, [categoryId]);
      const byModel = Map.groupBy(rows, ({ model }) => model);
      return new Map([...byModel].map(([model, pairs]) => [model, new Set(pairs.map(({ brand }) => brand))]));
    },
  };
}
