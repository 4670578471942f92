import { placementsAt, type Source } from "@marketplace/database";

interface Databases {
  db: Pick<Source, "query">;
  sites?: { opened(): ReadonlyMap<string, unknown> } | undefined;
}

/**
 * The sites with rows in databases that this process has not opened: it was not told of them, or not yet.
 * Asked of home, after what was not found: by then a row that has left is named here.
 */
export async function unopenedSites({ db, sites }: Databases): Promise<string[]> {
  const opened = sites?.opened() ?? new Map();
  return [...(await placementsAt(db))].flatMap(([siteId, { split }]) =>
    split === "prepared" || opened.has(siteId) ? [] : siteId,
  );
}
