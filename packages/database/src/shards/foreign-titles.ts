import type pg from "pg";

const future = "xid >= pg_snapshot_xmax(pg_current_snapshot())";

/** What a model of another server has not learned comes after its transaction, what it has learned before. */
const adoptTitles = `
  UPDATE labelled_titles t SET xid =
    CASE WHEN t.xid < coalesce((SELECT since_xid FROM category_models m WHERE m.site_id = t.site_id), '0')
    THEN '3'::xid8 ELSE pg_current_xact_id() END
  WHERE t.${future}`;
const adoptModels = `
  UPDATE category_models SET since_xid = pg_current_xact_id()
  WHERE since_xid >= pg_snapshot_xmax(pg_current_snapshot())`;

/**
 * Titles and models say by transactions what has been learned. Makes those of another server, which is
 * further, transactions of this one. To be called again for what has come since.
 */
export async function adoptLearning(target: pg.Client): Promise<void> {
  await target.query("BEGIN");
  try {
    await target.query(adoptTitles);
    await target.query(adoptModels);
    await target.query("COMMIT");
  } catch (error) {
    await target.query("ROLLBACK");
    throw error;
  }
}
