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

// "-1" says that the attribute does not apply: a value without a name.
const topValues = `
  SELECT a ->> 'value_id' AS id, min(a ->> 'value_name') AS name, count(*) AS metric
  FROM items i, jsonb_array_elements(i.attributes) a
  WHERE i.domain_id = $1 AND i.date_created >= $2 AND i.attributes @> $3::jsonb
    AND a ->> 'id' = $4 AND a ->> 'value_id' <> '-1'
  GROUP BY 1 ORDER BY metric DESC, name, id LIMIT $5`;

export const createTopValuesRepo = ({ pool }: CatalogDatabase) => ({
  /** Values with an id, by the number of listings that have them. */
  async count({ domainId, attributeId, since, known, limit }: TopValuesQuery) {
    // jsonb containment: some attribute of the item has both the id and the value.
    const contained = JSON.stringify(known.map(({ id, value_id }) => ({ id, value_id })));
    const { rows } = await pool.query<TopValue>(topValues, [domainId, since, contained, attributeId, limit]);
    return rows;
  },
});
