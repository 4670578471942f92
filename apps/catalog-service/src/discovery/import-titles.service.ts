import { basename } from "node:path";
import type { Deps } from "../deps.ts";
import { isCategoryId } from "../items/items.rules.ts";
import { databaseOf, whereSiteIs } from "../sharding/where-site-is.ts";
import { siteIdOf } from "../sites/sites.service.ts";
import { assertSite, ImportRefused } from "../tree/import.problems.ts";
import { readTitles, type TitleLine } from "./title-file.schema.ts";

export interface TitlesImport {
  /** JSON lines of `{title, category_id}`, gzip or plain. */
  file: string;
  /** The site of all titles; by default the site that each category id starts with. */
  site?: string | undefined;
  /** Skips titles of unknown categories instead of refusing the file. */
  skipUnknown?: boolean;
  onProgress?: (progress: { phase: "read" | "checked" | "stored"; done: number; total: number }) => void;
}

export interface TitlesImported {
  /** Titles stored, including those that were known already. */
  imported: number;
  /** Titles skipped because their category is not a leaf of the tree. */
  skipped: number;
}

type ImportDeps = Pick<Deps, "db" | "labeledTitles" | "siteLeaves" | "sites">;

/**
 * Stores labeled titles in one transaction, or one for each database that sites have. The latest 5 000 count
 * in predictions at once, the others after the next training. Throws ImportRefused, which names the invalid
 * line, and stores nothing then.
 */
export async function importTitles(
  deps: ImportDeps,
  { file, site, skipUnknown = false, onProgress = () => {} }: TitlesImport,
): Promise<TitlesImported> {
  if (site !== undefined) assertSite(site);
  const lines = await readTitles(file);
  const total = lines.length;
  onProgress({ phase: "read", done: total, total });
  const bySite = Map.groupBy(lines, ({ categoryId }) => site ?? siteIdOf(categoryId));
  const accepted: SiteTitles[] = [];
  for (const [siteId, sent] of bySite) {
    const check = (of: ImportDeps) => titlesOfLeaves(siteId, sent, of, { skipUnknown, name: basename(file) });
    accepted.push({ siteId, titles: await whereSiteIs(deps, siteId, check) });
  }
  onProgress({ phase: "checked", done: total, total });
  let imported = 0;
  const databases = Map.groupBy(accepted, ({ siteId }) => databaseOf(deps, siteId));
  for (const [database, group] of databases) {
    const stored = (count: number) => onProgress({ phase: "stored", done: imported + count, total });
    imported += await whereSiteIs(deps, database, (of) => storeTitles(group, of, stored));
  }
  return { imported, skipped: total - imported };
}

interface SiteTitles {
  siteId: string;
  titles: TitleLine[];
}

/** Stores titles in one transaction, and gives their number. */
const storeTitles = (
  group: readonly SiteTitles[],
  { db, labeledTitles }: ImportDeps,
  stored: (count: number) => void,
): Promise<number> =>
  db.transaction(
    async () => {
      // A transaction that is repeated counts again.
      let count = 0;
      for (const { siteId, titles } of group) {
        await labeledTitles.label(siteId, titles);
        count += titles.length;
        stored(count);
      }
      return count;
    },
    { timeout: 600_000 },
  );

/** The titles whose category is a leaf of the site's tree; any other title refuses the file or is skipped. */
async function titlesOfLeaves(
  siteId: string,
  titles: readonly TitleLine[],
  { siteLeaves }: Pick<ImportDeps, "siteLeaves">,
  { skipUnknown, name }: { skipUnknown: boolean; name: string },
): Promise<TitleLine[]> {
  const leaves = await siteLeaves.paths(siteId);
  const unknown = titles.find(({ categoryId }) => !leaves.has(categoryId));
  if (!unknown) return [...titles];
  if (!skipUnknown) {
    const of = isCategoryId(unknown.categoryId) ? ` of ${siteId}` : "";
    throw new ImportRefused(
      `line ${unknown.line} of ${name}: ${unknown.categoryId} is no leaf category${of}`,
    );
  }
  return titles.filter(({ categoryId }) => leaves.has(categoryId));
}
