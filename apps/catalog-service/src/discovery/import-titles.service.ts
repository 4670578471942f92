import { basename } from "node:path";
import type { Deps } from "../deps.ts";
import { isCategoryId } from "../items/items.rules.ts";
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

type ImportDeps = Pick<Deps, "db" | "labeledTitles" | "siteLeaves">;

/**
 * Stores labeled titles in one transaction. The latest 5 000 count in predictions at once, the others after
 * the next training. Throws ImportRefused, which names the invalid line, and stores nothing then.
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
  const accepted = new Map<string, TitleLine[]>();
  for (const [siteId, titles] of bySite)
    accepted.set(siteId, await titlesOfLeaves(siteId, titles, { deps, skipUnknown, name: basename(file) }));
  onProgress({ phase: "checked", done: total, total });
  let imported = 0;
  await deps.db.transaction(
    async () => {
      // A transaction that is repeated counts again.
      imported = 0;
      for (const [siteId, titles] of accepted) {
        await deps.labeledTitles.label(siteId, titles);
        imported += titles.length;
        onProgress({ phase: "stored", done: imported, total });
      }
    },
    { timeout: 600_000 },
  );
  return { imported, skipped: total - imported };
}

/** The titles whose category is a leaf of the site's tree; any other title refuses the file or is skipped. */
async function titlesOfLeaves(
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
