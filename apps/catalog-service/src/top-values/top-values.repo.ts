import type { CatalogDatabase } from "@marketplace/database/catalog";
import type { TopValue } from "./top-values.schema.ts";

export interface TopValuesQuery {
  domainId: string;
  attributeId: string;
  since: Date;
  known: readonly { id: string; value_id: string }[];
  limit: number;
}

export type TopValuesRepo = ReturnType<typeof createTopValuesRepo>;

// As in the search index: an item has the values of its variations, and each of several of an attribute.
// "-1" says that the attribute does not apply: a value without a name.
const topValues = `
  SELECT v ->> 'id' AS id, min(v ->> 'name') AS name, count(DISTINCT i.no) AS metric
  FROM items i
  CROSS JOIN LATERAL (
    SELECT CASE i.variations WHEN '[]' THEN i.attributes
      ELSE i.attributes || jsonb_path_query_array(i.variations, '$[*].combinations[*]')
        || jsonb_path_query_array(i.variations, '$[*].attributes[*]') END AS attributes
  ) of_item
  CROSS JOIN LATERAL jsonb_array_elements(of_item.attributes) a
  CROSS JOIN LATERAL jsonb_array_elements(CASE jsonb_typeof(a -> 'values') WHEN 'array' THEN a -> 'values'
    ELSE jsonb_build_array(jsonb_build_object('id', a -> 'value_id', 'name', a -> 'value_name')) END) v
  WHERE i.domain_id = $1 AND i.date_created >= $2 AND a ->> 'id' = $5 AND v ->> 'id' <> '-1'
    AND NOT EXISTS (
      SELECT FROM unnest($3::jsonb[], $4::jsonb[]) AS known (alone, among)
      WHERE NOT (of_item.attributes @> alone OR of_item.attributes @> among)
    )
  GROUP BY 1 ORDER BY metric DESC, name, id LIMIT $6`;

export const createTopValuesRepo = (db: CatalogDatabase) => ({
  /** Values with an id, by the number of listings that have them. */
  async count({ domainId, attributeId, since, known, limit }: TopValuesQuery) {
    // jsonb containment: some attribute of the item has both the id and the value, alone or among several.
    const alone = known.map(({ id, value_id }) => JSON.stringify([{ id, value_id }]));
    const among = known.map(({ id, value_id }) => JSON.stringify([{ id, values: [{ id: value_id }] }]));
    const values = [domainId, since, alone, among, attributeId, limit];
    return db.queryUnprepared<TopValue>(topValues, values);
  },
});
