import { demoCategories, demoLeaves } from "../../apps/catalog-service/src/demo/categories.ts";
import { itemsWithoutEnd } from "../../apps/catalog-service/src/demo/items.ts";
import { type Random, random } from "../../apps/catalog-service/src/demo/random.ts";
import { partNumber } from "./fill.ts";

/** Different searches of one kind. */
export interface Kind {
  name: string;
  paths: string[];
}

const site = "MLA";
function search(parameters: Record<string, string | number>): string {
  const query = new URLSearchParams();
  for (const [id, value] of Object.entries(parameters)) query.set(id, String(value));
  return `/sites/${site}/search?${query}`;
}

/** Draws words with the frequency of titles, and some rare words. */
function words(draws: Random): { one(): string; two(): string } {
  const titles = itemsWithoutEnd(site, { sellers: [1], now: new Date() })
    .take(4_000)
    .map(({ title }) => title.split(" ").filter((word) => /^[\p{L}\d]{3,}$/u.test(word)))
    .filter((found) => found.length > 1)
    .toArray();
  // Words of titles are mostly common; words of the list without repetitions are mostly rare.
  const different = [...new Set(titles.flat().map((word) => word.toLowerCase()))].sort();
  const two = (): string => {
    const title = draws.pick(titles);
    const first = draws.integer(0, title.length - 2);
    return title.slice(first, first + 2).join(" ");
  };
  const one = (): string => {
    const way = draws.next();
    if (way < 0.2) return partNumber(draws.next());
    return way < 0.5 ? draws.pick(draws.pick(titles)) : draws.pick(different);
  };
  return { one, two };
}

/** Swaps two adjacent letters. */
function mistyped(word: string, draws: Random): string {
  const at = draws.integer(1, word.length - 3);
  return word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2);
}

/** `count` different searches of each kind, always the same. */
export function kinds(count: number): Kind[] {
  const draws = random("searches");
  const { one, two } = words(draws);
  const nodes = demoCategories(site);
  const roots = nodes.filter(({ parentId }) => parentId === null);
  const middle = nodes.filter(({ parentId, isLeaf }) => parentId !== null && !isLeaf);
  const leaves = nodes.filter(({ isLeaf }) => isLeaf);
  const brands = demoLeaves(site).flatMap(({ category }) => {
    const values = category.attributes.find(({ id }) => id === "BRAND")?.values ?? [];
    return values.map(({ id }) => ({ category: draws.pick(category.pathFromRoot).id, BRAND: id }));
  });
  const typo = (): string => {
    const [word = "celular"] = two()
      .split(" ")
      .filter((part) => part.length > 5);
    return mistyped(word.toLowerCase(), draws);
  };
  const low = () => draws.integer(1, 200) * 1_000;
  const anywhere = () => draws.integer(1, 190) * 50;
  const category = () => draws.pick(nodes).id;
  const distinct = (path: () => string): string[] => {
    const found = new Set<string>();
    for (let tries = 0; found.size < count && tries < count * 20; tries += 1) found.add(path());
    return [...found];
  };
  const kind = (name: string, path: () => Record<string, string | number>): Kind => ({
    name,
    paths: distinct(() => search(path())),
  });
  return [
    kind("text, one word", () => ({ q: one() })),
    kind("text, two words", () => ({ q: two() })),
    kind("text, mistyped", () => ({ q: typo() })),
    kind("text in a category", () => ({ q: one(), category: draws.pick(roots).id })),
    kind("browse, root", () => ({ category: draws.pick(roots).id })),
    kind("browse, middle", () => ({ category: draws.pick(middle).id })),
    kind("browse, leaf", () => ({ category: draws.pick(leaves).id })),
    kind("filter by brand", () => draws.pick(brands)),
    kind("filter by price", () => ({ category: category(), price: `${low()}-${low() + 200_000}` })),
    kind("filter by condition", () => ({ category: category(), condition: "used" })),
    kind("cheapest in category", () => ({ category: category(), sort: "price_asc" })),
    kind("cheapest with a word", () => ({ q: one(), sort: "price_asc" })),
    kind("deep page", () => ({ category: draws.pick(roots).id, offset: anywhere() })),
    kind("deep page of a text", () => ({ q: one(), offset: anywhere() })),
    kind("scan, first block", () => ({ category: category(), search_type: "scan" })),
  ];
}
