import type { CatalogDatabase } from "@marketplace/database/catalog";

/** Names of a site's attributes and of their values, collected from its categories. */
export interface AttributeNamesRepo {
  /** Those of the ids that are attributes of the site, with their names. */
  attributes(siteId: string, ids: readonly string[]): Promise<Map<string, string>>;
  /** Names of values; keys are `<attribute>=<value>`, as in listings. */
  values(siteId: string, keys: readonly string[]): Promise<Map<string, string>>;
}

export function attributeNamesRepo({ pool }: CatalogDatabase): AttributeNamesRepo {
  const read = async (sql: string, siteId: string, words: readonly string[]) => {
    if (words.length === 0) return new Map<string, string>();
    const { rows } = await pool.query<{ key: string; name: string }>(sql, [siteId, words]);
    return new Map(rows.map(({ key, name }) => [key, name]));
  };
  return {
    attributes: (siteId, ids) =>
      read("SELECT id AS key, name FROM site_attributes WHERE site_id = $1 AND id = ANY ($2)", siteId, ids),
    values: (siteId, keys) =>
      read(
        `SELECT k AS key, v.name FROM unnest($2::text[]) k
         JOIN site_attribute_values v ON v.site_id = $1 AND v.attribute_id = split_part(k, '=', 1)
           AND v.id = substr(k, strpos(k, '=') + 1)`,
        siteId,
        keys,
      ),
  };
}
