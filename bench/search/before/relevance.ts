import { join } from "node:path";
import { readJudgedSet, relevanceFor } from "@marketplace/search-index/relevance";
import { root } from "./checkout.ts";
import type { Release, SearchAnswer } from "./release.ts";
import type { Figure } from "./table.ts";

/** A judged set and the site of the demo whose language it has. */
export interface Judged {
  name: string;
  site: string;
  folder: string;
}

/** The sets of packages/search-index/judged, whose items are of the demo's categories. */
export const ownSets: readonly Judged[] = [
  { name: "es", site: "MLA", folder: join(root, "packages/search-index/judged/es") },
  { name: "pt", site: "MLB", folder: join(root, "packages/search-index/judged/pt") },
];

/** Who sells the items of a set; no such user exists. */
const firstSeller = 3_900_000_000;

/**
 * How relevant the first ten of the searches of a set are, on both releases. All other items of the set's
 * site are closed: their words would decide what is corrected, and they have no ratings.
 */
export async function relevanceFigures(
  sets: readonly Judged[],
  { today, before }: Record<"today" | "before", Release>,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [index, { name, site, folder }] of sets.entries()) {
    const set = readJudgedSet(folder);
    const seller = firstSeller + index;
    const relevance = async (release: Release) => {
      const ids: string[] = JSON.parse(await release.insert("judged", site, String(seller), folder));
      await release.untilFound(site, seller, ids.length);
      const numberOf = new Map(ids.map((id, at) => [id, at + 1]));
      return relevanceFor(set, async (q) => {
        const query = new URLSearchParams({ q, limit: "10" });
        const { results } = await release.get<SearchAnswer>(`/sites/${site}/search?${query}`);
        return results.map(({ id }) => numberOf.get(id) ?? 0);
      });
    };
    const [ours, theirs] = [await relevance(today), await relevance(before)];
    figures.push(
      { what: `NDCG@10, judged set ${name}`, today: ours.ndcg, before: theirs.ndcg, digits: 3 },
      {
        what: `zero results of ${ours.queries} queries, ${name}`,
        today: ours.zeroResults,
        before: theirs.zeroResults,
        digits: 0,
      },
    );
  }
  return figures;
}
