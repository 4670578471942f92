import { seededRandom } from "../features/seeded-random.ts";
import { stem, wordsOf } from "../features/tokens.ts";
import type { TrainingSet } from "../features/training-set.ts";

/** Rows visited per pass over all categories; below this each category simply learns from every title. */
const defaultWorkBudget = 8_000_000;
const minRows = 2_000;

/**
 * Gives, for a category's number, the rows to learn it from. With many titles times many categories every category
 * gets its own titles and a bounded number of others: half from the categories that share its words most (the ones it
 * would be taken for), half from anywhere.
 */
export function rowsFor(set: TrainingSet, workBudget = defaultWorkBudget): (category: number) => Uint32Array {
  const all = Uint32Array.from(set.titles.keys());
  if (set.titles.length * set.categoryIds.length <= workBudget) return () => all;
  const rowLimit = Math.max(minRows, Math.floor(workBudget / set.categoryIds.length));
  const byCategory = rowsByCategory(set);
  const similar = similarCategories(set);
  return (category) => {
    const own = byCategory[category] ?? [];
    const chosen = new Set(own);
    for (const other of similar(category)) {
      if (chosen.size >= own.length + rowLimit / 2) break;
      for (const row of byCategory[other] ?? []) chosen.add(row);
    }
    const random = seededRandom(category);
    // Drawing again what was drawn is rare: the limit is a small part of all rows, or else the draws run out.
    for (let draw = 0; draw < 2 * rowLimit && chosen.size < own.length + rowLimit; draw++) {
      chosen.add(Math.floor(random() * all.length));
    }
    return Uint32Array.from(chosen).sort();
  };
}

function rowsByCategory(set: TrainingSet): number[][] {
  const rows: number[][] = set.categoryIds.map(() => []);
  set.labels.forEach((label, row) => {
    rows[label]?.push(row);
  });
  return rows;
}

/** Other categories by how much of their wording they share, most alike first; those sharing nothing are left out. */
function similarCategories(set: TrainingSet): (category: number) => number[] {
  const shares = set.categoryIds.map(() => new Map<string, number>());
  const holders = new Map<string, Set<number>>();
  set.titles.forEach((title, row) => {
    const label = set.labels[row] ?? 0;
    const share = shares[label];
    for (const word of wordsOf(title).map(stem)) {
      share?.set(word, (share.get(word) ?? 0) + 1);
      holders.set(word, (holders.get(word) ?? new Set()).add(label));
    }
  });
  return (category) => {
    const likeness = new Map<number, number>();
    for (const [word, count] of shares[category] ?? []) {
      const sharing = holders.get(word) ?? new Set();
      const rarity = Math.log(set.categoryIds.length / sharing.size);
      for (const other of sharing) {
        if (other === category) continue;
        const both = Math.sqrt(count * (shares[other]?.get(word) ?? 0));
        likeness.set(other, (likeness.get(other) ?? 0) + both * rarity ** 2);
      }
    }
    return [...likeness].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([other]) => other);
  };
}
