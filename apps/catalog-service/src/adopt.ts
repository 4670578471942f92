import { openCatalogDatabase } from "@marketplace/database/catalog";
import type { Logger } from "@marketplace/server";

/** Transactions that are yet to come here: the titles were labeled on another server, which is further. */
const foreign = `EXISTS (
  SELECT FROM labelled_titles WHERE xid >= pg_snapshot_xmax(pg_current_snapshot()))`;

const renumberTitles = `
  UPDATE labelled_titles t SET xid =
    CASE WHEN t.xid < coalesce((SELECT since_xid FROM category_models m WHERE m.site_id = t.site_id), '0')
    THEN '3'::xid8 ELSE pg_current_xact_id() END
  WHERE ${foreign}`;

/**
 * Makes rows of another server those of this one: what a model has learned stays before its transaction,
 * what it has not stays after. The journal of changed items notices another server by itself.
 */
export async function adoptTitles(databaseUrl: string, log: Logger): Promise<void> {
  const db = openCatalogDatabase({ url: databaseUrl, poolSize: 1, log });
  try {
    await db.transaction(async () => {
      if ((await db.execute(renumberTitles, [])) === 0) return;
      await db.execute("UPDATE category_models SET since_xid = pg_current_xact_id()", []);
    });
  } finally {
    await db.close();
  }
}
