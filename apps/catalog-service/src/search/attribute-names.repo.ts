import type { CatalogDatabase } from "@marketplace/database/catalog";

export type AttributeNamesRepo = ReturnType<typeof createAttributeNamesRepo>;

/** Names of attributes and values, collected from the categories of a site. */
export function createAttributeNamesRepo(db: CatalogDatabase) {
  const read = async (sql: string, siteId: string, words: readonly string[]) => {
    if (words.length === 0) return new Map<string, string>();
    const rows = await db.queryUnprepared<{ key: string; name: string }>(sql, [siteId, words]);
    return new Map(rows.map(({ key, name }) => [key, name]));
  };
  return {
    /** Names by id; ids that are no attributes of the site are left out. */
    attributes: (siteId: string, ids: readonly string[]) =>
      read("SELECT id AS key, name FROM site_attributes WHERE site_id = $1 AND id = ANY ($2)", siteId, ids),
    /** Names by `<attribute>=<value>`, the form of keys in the search index. */
    values: (siteId: string, keys: readonly string[]) =>
      read(
        `SELECT k AS key, v.name FROM unnest($2::text[]) k
         JOIN site_attribute_values v ON v.site_id = $1 AND v.attribute_id = split_part(k, '=', 1)
           AND v.id = substr(k, strpos(k, '=') + 1)`,
        siteId,
        keys,
      ),
  };
}
