import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { IndexedItem } from "@marketplace/search-index";
import { itemsWithoutEnd } from "../../apps/catalog-service/src/demo/items.ts";
import { type Random, random } from "../../apps/catalog-service/src/demo/random.ts";
import { partNumber } from "./fill.ts";

interface Titled {
  title: string;
  categories: string[];
}

/** Titles with their categories, of a folder of `*.jsonl.gz` (bench/prediction) or of the demo. */
export function titlesOf(folder: string | undefined): Titled[] {
  if (folder === undefined) {
    return itemsWithoutEnd("MLA", { sellers: [1], now: new Date() })
      .take(20_000)
      .map(({ title, categoryId }) => ({ title, categories: [categoryId] }))
      .toArray();
  }
  const files = readdirSync(folder).filter((name) => name.endsWith(".jsonl.gz"));
  return files.flatMap((file) =>
    gunzipSync(readFileSync(join(folder, file)))
      .toString("utf8")
      .split("\n")
      .filter(Boolean)
      .map((line): Titled => {
        const { title, category_id: leaf, category_path: path } = JSON.parse(line);
        return { title, categories: [...path.slice(0, -1).map((name: string) => `${file}/${name}`), leaf] };
      }),
  );
}

const colors = ["rojo", "verde", "azul", "negro", "blanco", "gris", "marron", "amarillo"] as const;
const materials = ["algodon", "cuero", "acero", "madera", "plastico", "vidrio"] as const;

/**
 * Endless items, always the same. Each title comes once; then two titles make a new one, with a part number
 * that is mostly rare. Keys are those of a marketplace: categories, condition, shipping and four attributes.
 */
export function* endlessItems(titles: readonly Titled[]): Generator<IndexedItem, never> {
  const draws = random("items");
  const order = titles.map((title) => ({ title, at: draws.next() })).sort((a, b) => a.at - b.at);
  for (let no = 1; ; no++) {
    const { title, categories } = order[no - 1]?.title ?? mixed(titles, draws);
    const [brand = ""] = title.split(" ").filter((word) => /^[A-Z]/.test(word));
    const [color, material] = [draws.pick(colors), draws.pick(materials)];
    yield {
      no,
      siteId: "MLA",
      sellerId: draws.integer(1, 2_000),
      price: draws.chance(0.02) ? null : Math.round(100 * 10 ** (draws.next() * 4)) / 100,
      keys: [
        ...categories.map((id) => `category=${id}`),
        `condition=${draws.chance(0.8) ? "new" : "used"}`,
        ...(draws.chance(0.4) ? ["shipping=free"] : []),
        `BRAND=${brand}`,
        `COLOR=${color}`,
        `MATERIAL=${material}`,
        `SIZE=${draws.integer(1, 40)}`,
      ],
      fields: {
        title,
        brandAndModel: brand,
        attributes: `${color} ${material}`,
        category: categories.at(-1) ?? "",
      },
    };
  }
}

function mixed(titles: readonly Titled[], draws: Random): Titled {
  const [a, b] = [draws.pick(titles), draws.pick(titles)];
  const [begin, end] = [a.title.split(" "), b.title.split(" ")];
  const half = (words: string[]) => Math.ceil(words.length / 2);
  const words = [...begin.slice(0, half(begin)), ...end.slice(half(end)), partNumber(draws.next())];
  return { title: words.join(" "), categories: a.categories };
}

/** Searches by kind, always the same; all of one kind differ. */
export function searchesOf(titles: readonly Titled[], count: number): Record<string, string[]> {
  const draws = random("searches");
  const words = titles
    .map(({ title }) =>
      title
        .toLowerCase()
        .split(" ")
        .filter((word) => /^\p{L}{3,}$/u.test(word)),
    )
    .filter((found) => found.length > 1);
  const different = (draw: () => string): string[] => {
    const found = new Set<string>();
    for (let tries = 0; found.size < count && tries < count * 50; tries++) found.add(draw());
    return [...found];
  };
  const two = (): string => {
    const title = draws.pick(words);
    const at = draws.integer(0, title.length - 2);
    return title.slice(at, at + 2).join(" ");
  };
  const counts = new Map<string, number>();
  for (const word of words.flat()) counts.set(word, (counts.get(word) ?? 0) + 1);
  const byCount = [...counts].toSorted((a, b) => b[1] - a[1]).map(([word]) => word);
  const rare = byCount.filter((word) => (counts.get(word) ?? 0) < 10);
  const mistyped = (word: string): string => {
    const at = draws.integer(1, Math.max(1, word.length - 3));
    return word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2);
  };
  return {
    "two words": different(two),
    "rare word": different(() => draws.pick(rare)),
    "rare and common": different(() => `${draws.pick(rare)} ${draws.pick(byCount.slice(0, 50))}`),
    mistyped: different(() =>
      mistyped(draws.pick(byCount.filter((word) => word.length > 5).slice(0, 2_000))),
    ),
    "common word": different(() => draws.pick(byCount.slice(0, Math.min(count, 60)))),
  };
}
