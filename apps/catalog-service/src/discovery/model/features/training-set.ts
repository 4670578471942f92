/** A title labeled with the leaf category of its item. */
export interface LabeledTitle {
  title: string;
  categoryId: string;
}

/** Training titles, labeled by indexes into `categoryIds`, which is sorted: any order of input will do. */
export interface TrainingSet {
  titles: string[];
  labels: Uint16Array;
  categoryIds: string[];
}

/** More titles cost minutes and memory for hardly any accuracy, so large categories are sampled. */
const defaultMaxTitles = 200_000;

const maxCategories = 50_000;

/**
 * Groups the titles by category and caps large categories so that at most `maxTitles` remain. The cap is the
 * highest that fits; a capped category keeps the titles with the lowest hashes (bottom-k sampling), whatever
 * the order of the input. Throws a RangeError above 50 000 categories, because categories and groups share
 * 16-bit numbers.
 */
export function prepareTrainingSet(
  input: Iterable<LabeledTitle>,
  maxTitles: number = defaultMaxTitles,
): TrainingSet {
  const byCategory = Map.groupBy(input, ({ categoryId }) => categoryId);
  if (byCategory.size > maxCategories) throw new RangeError(`More than ${maxCategories} categories`);
  const categoryIds = [...byCategory.keys()].sort();
  const groups = categoryIds.map((id) => (byCategory.get(id) ?? []).map(({ title }) => title));
  const cap = highestCap(
    groups.map(({ length }) => length),
    maxTitles,
  );
  const sampled = groups.map((titles) => sample(titles, cap));
  const labels = Uint16Array.from(sampled.flatMap((titles, label) => titles.map(() => label)));
  return { titles: sampled.flat(), labels, categoryIds };
}

/** By category id, the category names from the root of the site's tree to the category. */
export type CategoryPaths = ReadonlyMap<string, readonly string[]>;

/** Adds the names on each category's path as one more title of it, which helps categories with few titles. */
export function withCategoryNames(set: TrainingSet, paths: CategoryPaths): TrainingSet {
  const named = [...set.categoryIds.entries()].filter(([, id]) => paths.has(id));
  return {
    categoryIds: set.categoryIds,
    titles: [...set.titles, ...named.map(([, id]) => (paths.get(id) ?? []).join(" "))],
    labels: Uint16Array.from([...set.labels, ...named.map(([label]) => label)]),
  };
}

function highestCap(sizes: readonly number[], maxTitles: number): number {
  const kept = (cap: number) => sizes.reduce((sum, size) => sum + Math.min(size, cap), 0);
  let low = 1;
  let high = sizes.reduce((largest, size) => Math.max(largest, size), 1);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (kept(middle) <= maxTitles) low = middle;
    else high = middle - 1;
  }
  return low;
}

function sample(titles: string[], cap: number): string[] {
  const ordered = titles.map((title) => ({ title, rank: rankOf(title) }));
  ordered.sort((a, b) => a.rank - b.rank || (a.title < b.title ? -1 : Number(a.title > b.title)));
  return ordered.slice(0, cap).map(({ title }) => title);
}

function rankOf(title: string): number {
  let hash = 0x9747b28c;
  for (let i = 0; i < title.length; i++) hash = Math.imul(hash ^ title.charCodeAt(i), 0x5bd1e995);
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
}
