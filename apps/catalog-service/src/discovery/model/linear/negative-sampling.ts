import { seededRandom } from "../features/seeded-random.ts";
import { stem, wordsOf } from "../features/tokens.ts";
import type { TrainingSet } from "../features/training-set.ts";

/** Maximum rows per epoch over all categories. */
const defaultWorkBudget = 8_000_000;
/** No sample is cut below this work: balanced accuracy would fall (see bench/prediction). */
const smallWork = 600_000;
/** A larger site's categories learn from this share of the titles, and from at least so many rows. */
const share = 1 / 3;
const minRows = 2_000;

/**
 * Negative sampling: returns, by category number, the rows to train it from. A category gets all its own
 * titles and a bounded number of others: half hard negatives (from the categories with the most similar
 * words), half random. With random ones only, acc@1 falls by .014 (631 categories, 43 573 titles).
 */
export function negativeSampler(
  set: TrainingSet,
  workBudget = defaultWorkBudget,
): (category: number) => Uint32Array {
  const all = Uint32Array.from(set.titles.keys());
  const each = (work: number) => Math.floor(work / set.categoryIds.length);
  const wanted = Math.max(each(smallWork), Math.ceil(share * set.titles.length));
  const rowLimit = Math.max(minRows, Math.min(each(workBudget), wanted));
  if (set.titles.length <= rowLimit) return () => all;
  const byCategory = Map.groupBy(all, (row) => set.labels[row]);
  const similar = similarCategories(set);
  return (category) => {
    const own = byCategory.get(category) ?? [];
    const chosen = new Set(own);
    for (const other of similar(category)) {
      if (chosen.size >= own.length + rowLimit / 2) break;
      for (const row of byCategory.get(other) ?? []) chosen.add(row);
    }
    const random = seededRandom(category);
    // Repeated draws are few, because the limit is a part of all rows.
    for (let draw = 0; draw < 2 * rowLimit && chosen.size < own.length + rowLimit; draw++) {
      chosen.add(Math.floor(random() * all.length));
    }
    return Uint32Array.from(chosen).sort();
  };
}

/** Other categories that share words, most similar first. */
function similarCategories(set: TrainingSet): (category: number) => number[] {
  const frequencies = set.categoryIds.map(() => new Map<string, number>());
  const categoriesOfWord = new Map<string, Set<number>>();
  set.titles.forEach((title, row) => {
    const label = set.labels[row] ?? 0;
    const words = frequencies[label];
    for (const word of wordsOf(title).map(stem)) {
      words?.set(word, (words.get(word) ?? 0) + 1);
      categoriesOfWord.set(word, (categoriesOfWord.get(word) ?? new Set()).add(label));
    }
  });
  return (category) => {
    const similarity = new Map<number, number>();
    for (const [word, count] of frequencies[category] ?? []) {
      const sharing = categoriesOfWord.get(word) ?? new Set();
      const idf = Math.log(set.categoryIds.length / sharing.size);
      for (const other of sharing) {
        if (other === category) continue;
        const both = Math.sqrt(count * (frequencies[other]?.get(word) ?? 0));
        similarity.set(other, (similarity.get(other) ?? 0) + both * idf ** 2);
      }
    }
    return [...similarity].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([other]) => other);
  };
}
