import { basename } from "node:path";
import type { Deps } from "../deps.ts";
import { isCategoryId } from "../items/items.rules.ts";
import { siteIdOf } from "../sites/sites.service.ts";
import { assertSite, ImportRefused } from "../tree/import.problems.ts";
import { readTitles, type TitleLine } from "./title-file.schema.ts";

export interface TitlesImport {
  /** JSON lines of `{title, category_id}`, gzip or plain. */
  file: string;
  /** The site all of them must belong to; each title's own when absent. */
  site?: string | undefined;
  /** Leaves titles of unknown categories out, instead of refusing the file. */
  skipUnknown?: boolean;
  onProgress?: (progress: { phase: "read" | "checked" | "stored"; done: number; total: number }) => void;
}

export interface TitlesImported {
  /** Titles that count from now on, those that were known already included. */
  imported: number;
  /** Titles left out because their category is not a leaf of the tree. */
  skipped: number;
}

type ImportDeps = Pick<Deps, "db" | "labelledTitles" | "siteLeaves">;

/**
 * Adds labelled titles for prediction, in one transaction; the latest 5 000 count at once, and training learns them all. Throws
 * ImportRefused, whose one line names the line at fault, and then nothing has changed.
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
  const known = new Map<string, TitleLine[]>();
  for (const [siteId, titles] of bySite)
    known.set(siteId, await knownOf(siteId, titles, { deps, skipUnknown, name: basename(file) }));
  onProgress({ phase: "checked", done: total, total });
  let imported = 0;
  await deps.db.transaction(
    async () => {
      imported = 0;
      for (const [siteId, titles] of known) {
        await deps.labelledTitles.label(siteId, titles);
        imported += titles.length;
        onProgress({ phase: "stored", done: imported, total });
      }
    },
    { timeout: 600_000 },
  );
  return { imported, skipped: total - imported };
}

/** The titles whose category is a leaf of the site's tree; the first other one refuses the file. */
async function knownOf(
  siteId: string,
  titles: readonly TitleLine[],
  { deps, skipUnknown, name }: { deps: ImportDeps; skipUnknown: boolean; name: string },
): Promise<TitleLine[]> {
  const leaves = await deps.siteLeaves.paths(siteId);
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
