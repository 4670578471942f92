import type { InvoicesDatabase } from "@marketplace/database/invoices";

const withoutSite = (table: string) =>
  `(SELECT pack_id FROM ${table} WHERE site_id IS NULL AND pack_id > $1::bigint ORDER BY pack_id LIMIT $2)`;
// Both tables: a process of the release before may add a file to a pack whose site is known.
const listed = `
  SELECT pack_id::float8 AS id FROM (${withoutSite("used_packs")} UNION ${withoutSite("fiscal_documents")}) packs
  ORDER BY 1 LIMIT $2`;
const told = `
  WITH packs AS (UPDATE used_packs SET site_id = $2 WHERE pack_id = ANY($1::bigint[]) AND site_id IS NULL)
  UPDATE fiscal_documents SET site_id = $2 WHERE pack_id = ANY($1::bigint[]) AND site_id IS NULL`;

export type PackSitesRepo = ReturnType<typeof createPackSitesRepo>;

/** Packs whose rows are of a release that did not store their site. */
export const createPackSitesRepo = (db: InvoicesDatabase) => ({
  /** Those after an id, in the order of their ids. */
  async missing(after: number, limit: number): Promise<number[]> {
    return (await db.query<{ id: number }>(listed, [after, limit])).map(({ id }) => id);
  },
  async set(packIds: readonly number[], siteId: string): Promise<void> {
    await db.execute(told, [packIds, siteId]);
  },
});
