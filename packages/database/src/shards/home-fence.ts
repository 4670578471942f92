import type pg from "pg";
import { inShortAttempts } from "../short-attempts.ts";
import { type Sharded, type ShardedService, sharded } from "./sharded.ts";

const triggerOf = (table: string, siteId: string) => `${table}_not_of_${siteId.toLowerCase()}`;

/**
 * From here on home refuses new rows of the site, once the transactions that write some have ended; the site
 * is opening. Gives the moment at which it began to.
 */
export const openSplit = (home: pg.Client, siteId: string, service: ShardedService): Promise<number> =>
  inShortAttempts(home, async () => {
    const began = performance.now();
    const { entrances }: Sharded = sharded[service];
    const tables = entrances.map(({ table }) => table).join(", ");
    await home.query(`LOCK TABLE ${tables} IN SHARE ROW EXCLUSIVE MODE`);
    for (const { table, isNew, refusal = "refuse_row_of_site" } of entrances)
      await home.query(
        `CREATE TRIGGER ${triggerOf(table, siteId)} BEFORE INSERT ON ${table} FOR EACH ROW
         WHEN (${isNew(siteId)}) EXECUTE FUNCTION ${refusal}('${siteId}')`,
      );
    await home.query("UPDATE site_splits SET state = 'opening' WHERE site_id = $1", [siteId]);
    return began;
  });

/** The site has all its rows: its placement counts, and the constraints of home instead of the triggers. */
export const settleSplit = (home: pg.Client, siteId: string, service: ShardedService): Promise<void> =>
  inShortAttempts(home, async () => {
    for (const { table } of sharded[service].entrances)
      await home.query(`DROP TRIGGER IF EXISTS ${triggerOf(table, siteId)} ON ${table}`);
    // Counters of items without questions.
    if (service === "questions")
      await home.query("DELETE FROM question_counts WHERE scope ~ $1", [`^item:${siteId}[0-9]+$`]);
    await home.query(
      "INSERT INTO site_placements (site_id, address) SELECT site_id, address FROM site_splits WHERE site_id = $1",
      [siteId],
    );
    await home.query("UPDATE site_splits SET state = 'done' WHERE site_id = $1", [siteId]);
  });
