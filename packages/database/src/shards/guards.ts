import type pg from "pg";
import { inShortAttempts } from "../short-attempts.ts";
import { isItemOf, type Sharded, type ShardedService, sharded } from "./sharded.ts";
import { moveClosedItems } from "./split-rows.ts";

/** A constraint that keeps a site's rows out of a table of home. */
interface Guard {
  table: string;
  constraint: string;
  /** The condition on the rows of others. */
  isOther: string;
}

/** The constraints that home has for a site with a database of its own. */
export function guardsOf(siteId: string, service: ShardedService): Guard[] {
  const { tables, ofItems = [], guarded = [], sitesFollow }: Sharded = sharded[service];
  const ofOtherSite = `${sitesFollow ? "site_id IS NOT NULL AND " : ""}site_id <> '${siteId}'`;
  const guard = (table: string, isOther: string): Guard => ({
    table,
    constraint: `${table}_not_of_${siteId.toLowerCase()}`,
    isOther,
  });
  return [
    ...tables.map((table) => guard(table, ofOtherSite)),
    ...ofItems.map((table) => guard(table, `NOT (${isItemOf(siteId)})`)),
    ...guarded.map(({ table, isOther }) => guard(table, isOther(siteId))),
  ];
}

/** Adds a constraint that counts for new rows; those that are there are not read. */
export const addGuard = (home: pg.Client, { table, constraint, isOther }: Guard): Promise<unknown> =>
  home.query(`ALTER TABLE ${table} ADD CONSTRAINT ${constraint} CHECK (${isOther}) NOT VALID`);

/** Closed items had none in earlier releases: adds it, and takes what came since to the site. */
export async function guardClosedItems(
  siteId: string,
  { home, site }: { home: pg.Client; site: pg.Client },
): Promise<void> {
  const missing: Guard[] = [];
  for (const guard of guardsOf(siteId, "questions")) {
    const { rowCount } = await home.query("SELECT FROM pg_constraint WHERE conname = $1", [guard.constraint]);
    if (rowCount === 0) missing.push(guard);
  }
  for (const guard of missing) await inShortAttempts(home, () => addGuard(home, guard));
  // Each time: an earlier run may have ended after it had added the constraint.
  await moveClosedItems(siteId, { home, site });
}
