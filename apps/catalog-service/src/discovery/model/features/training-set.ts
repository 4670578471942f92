/** A title and the leaf category its item is listed in. */
export interface LabelledTitle {
  title: string;
  categoryId: string;
}

/** Titles to train from, with categories as numbers into `categoryIds` (sorted, so that order of input is no matter). */
export interface TrainingSet {
  titles: string[];
  labels: Uint16Array;
  categoryIds: string[];
}

/** More titles than this add minutes and memory but hardly any accuracy; categories above the even share are sampled. */
const defaultMaxTitles = 200_000;

const maxCategories = 50_000;

/**
 * Groups the titles by category, in an order that does not depend on the input's, and caps the large categories
 * so that at most `maxTitles` remain: the cap is the highest that fits, and the titles of a capped category are those
 * with the lowest hashes, a fixed pseudo-random sample. Throws a RangeError above 50 000 categories (with their groups they are numbered in 16 bits).
 */
export function prepareTrainingSet(
  input: Iterable<LabelledTitle>,
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

/** By category id, the names along its path in the site's tree, its own last. */
export type CategoryPaths = ReadonlyMap<string, readonly string[]>;

/** The set with each category's names as one more title of it: they say what the category is for, which few titles may. */
export function withNames(set: TrainingSet, paths: CategoryPaths): TrainingSet {
  const named = [...set.categoryIds.entries()].filter(([, id]) => paths.has(id));
  return {
    categoryIds: set.categoryIds,
    titles: [...set.titles, ...named.map(([, id]) => (paths.get(id) ?? []).join(" "))],
    labels: Uint16Array.from([...set.labels, ...named.map(([label]) => label)]),
  };
}

/** Some titles of the set, with all its categories. */
export function rowsOfSet({ titles, labels, categoryIds }: TrainingSet, rows: Uint32Array): TrainingSet {
  return {
    titles: Array.from(rows, (row) => titles[row] ?? ""),
    labels: Uint16Array.from(rows, (row) => labels[row] ?? 0),
    categoryIds,
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
