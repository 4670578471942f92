import { type Random, random } from "../../../apps/catalog-service/src/demo/random.ts";
import type { FoundItem, FoundQuestion } from "./content.ts";

const pageSize = 50;
const sorts = ["relevance", "price_asc", "price_desc"] as const;

/** Draws until there are `count` distinct strings. */
export function distinct(count: number, draw: () => string | undefined): string[] {
  const found = new Set<string>();
  for (let tries = 0; found.size < count && tries < count * 20; tries += 1) {
    const text = draw();
    if (text !== undefined) found.add(text);
  }
  if (found.size < count) throw new Error(`the demo holds ${found.size} different requests, not ${count}`);
  return [...found];
}

/** An offset that is followed by a full page. Small offsets are more frequent. */
const offsetIn = (total: number, draws: Random): number =>
  Math.floor(draws.next() ** 2 * (total - pageSize + 1));

/** Paths of item searches with a full page each. Word, root category, price, sort and offset vary. */
export function itemSearches(site: string, items: readonly FoundItem[], count: number): string[] {
  const draws = random("item searches");
  const roots = [...new Set(items.map(({ root }) => root))];
  const words = commonWords(items);
  const draw = (): string | undefined => {
    const word = draws.chance(0.6) ? draws.pick(words) : undefined;
    const root = word === undefined || draws.chance(0.2) ? draws.pick(roots) : undefined;
    const from = draws.chance(0.3) ? Math.round(draws.pick(items).price / 100) * 100 : undefined;
    const total = items.filter(
      (item) =>
        (word === undefined || wordsOf(item.title).includes(word)) &&
        (root === undefined || item.root === root) &&
        (from === undefined || item.price >= from),
    ).length;
    if (total < pageSize) return undefined;
    const query = new URLSearchParams({
      ...(word !== undefined && { q: word }),
      ...(root !== undefined && { category: root }),
      ...(from !== undefined && { price: `${from}-*` }),
      sort: draws.pick(sorts),
      limit: String(pageSize),
      offset: String(offsetIn(total, draws)),
    });
    return `/sites/${site}/search?${query}`;
  };
  return distinct(count, draw);
}

const titleWords = new Map<string, string[]>();
function wordsOf(title: string): string[] {
  const known = titleWords.get(title);
  if (known) return known;
  const words = title.toLowerCase().split(" ");
  titleWords.set(title, words);
  return words;
}

/** Words in enough titles to fill a page of results. */
function commonWords(items: readonly FoundItem[]): string[] {
  const words = items.flatMap(({ title }) => [...new Set(wordsOf(title))]);
  const counts = Map.groupBy(words, (word) => word);
  return [...counts]
    .filter(([word, { length }]) => word.length > 3 && length >= pageSize)
    .map(([word]) => word);
}

const sortFields = ["date_created", "item_id", "from_id"] as const;

/** Paths of a seller's question searches with a full page each. Status, date, sort and offset vary. */
export function questionSearches(
  sellerId: number,
  questions: readonly FoundQuestion[],
  count: number,
): string[] {
  const draws = random("question searches");
  const draw = (): string | undefined => {
    const status = draws.chance(0.5) ? draws.pick(["ANSWERED", "UNANSWERED"]) : undefined;
    const since = draws.chance(0.5) ? Date.parse(draws.pick(questions).askedAt) : undefined;
    const total = questions.filter(
      (question) =>
        (status === undefined || question.status === status) &&
        (since === undefined || Date.parse(question.askedAt) >= since),
    ).length;
    if (total < pageSize) return undefined;
    const query = new URLSearchParams({
      seller_id: String(sellerId),
      ...(status !== undefined && { status }),
      ...(since !== undefined && { "date_created.from": new Date(since).toISOString() }),
      sort_fields: draws.pick(sortFields),
      sort_types: draws.pick(["ASC", "DESC"]),
      limit: String(pageSize),
      offset: String(offsetIn(total, draws)),
      api_version: "4",
    });
    return `/questions/search?${query}`;
  };
  return distinct(count, draw);
}

/** Distinct titles like a seller's: an item's title with words of another one. */
export function titles(items: readonly FoundItem[], count: number): string[] {
  const draws = random("titles");
  return distinct(count, () => {
    const other = wordsOf(draws.pick(items).title);
    return `${draws.pick(items).title} ${draws.pick(other)} ${draws.pick(other)}`;
  });
}
