import type { Found } from "@marketplace/search-index";
import type { CategoryName } from "../categories/categories.schema.ts";
import type { Site } from "../sites/sites.service.ts";
import { filterNames, priceId, priceName } from "./filter-names.rules.ts";
import type { AvailableFilter } from "./search.schema.ts";
import type { SearchQuery } from "./search-query.schema.ts";

/** What facets are made of. */
type Matches = Pick<Found, "keys" | "prices">;

const maxAttributes = 20;
const maxValues = 50;

interface FacetNames {
  /** The categories directly below the one that is searched. */
  categories: readonly CategoryName[];
  attributes: ReadonlyMap<string, string>;
  values: ReadonlyMap<string, string>;
}

/** Attribute keys such as `BRAND=60249`, those with most matches. Keys of the service are in lower case. */
export function attributeKeys({ keys }: Pick<Matches, "keys">): string[] {
  const found = Object.entries(keys).filter(([key]) => /^[A-Z]/.test(key));
  const most = ([keyA, a]: [string, number], [keyB, b]: [string, number]) => b - a || (keyA < keyB ? -1 : 1);
  return [...Map.groupBy(found, ([key]) => attributeOf(key)).values()].flatMap((values) =>
    values
      .toSorted(most)
      .slice(0, maxValues)
      .map(([key]) => key),
  );
}

/** The attribute of a key. */
export const attributeOf = (key: string): string => key.slice(0, key.indexOf("="));

type Value = AvailableFilter["values"][number];

const byResults = (values: Value[]): Value[] =>
  values.toSorted((a, b) => b.results - a.results || a.name.localeCompare(b.name)).slice(0, maxValues);

/** Filters that narrow a search; `results` counts the matches with the filter (decisions 7.4). */
export function availableFilters(
  { found, query, site }: { found: Matches; query: SearchQuery; site: Site },
  names: FacetNames,
): AvailableFilter[] {
  const words = filterNames(site.language);
  const count = (key: string): number => found.keys[key] ?? 0;
  const text = (id: string, name: string, values: Value[]): AvailableFilter => ({
    id,
    name,
    type: "text",
    values,
  });
  const categories = names.categories.map(({ id, name }) => ({ id, name, results: count(`category=${id}`) }));
  const conditions = [...words.conditions].map(([id, name]) => ({
    id,
    name,
    results: count(`condition=${id}`),
  }));
  const free = { id: "free", name: words.free, results: count("shipping=free") };
  const filters = [
    text("category", words.category, categories),
    ...(query.price ? [] : [priceFilter(found, site)]),
    ...(query.condition === undefined ? [text("condition", words.condition, conditions)] : []),
    ...(query.freeShipping ? [] : [text("shipping", words.shipping, [free])]),
    ...attributeFilters(found, query, names),
  ];
  return filters
    .map((filter) => ({ ...filter, values: filter.values.filter(({ results }) => results > 0) }))
    .map((filter) => (filter.type === "range" ? filter : { ...filter, values: byResults(filter.values) }))
    .filter(({ values }) => values.length > 0);
}

function priceFilter({ prices }: Matches, { language }: Site): AvailableFilter {
  const filter = { id: "price", name: filterNames(language).price, type: "range" as const };
  return {
    ...filter,
    values: prices.map(({ results, ...ends }) => ({
      id: priceId(ends),
      name: priceName(ends, language),
      results,
    })),
  };
}

function attributeFilters(found: Matches, { attributes }: SearchQuery, names: FacetNames): AvailableFilter[] {
  const groups = Map.groupBy(
    attributeKeys(found).filter((key) => !attributes.has(attributeOf(key))),
    attributeOf,
  );
  const filters = [...groups].flatMap(([id, keys]) => {
    const name = names.attributes.get(id);
    if (name === undefined) return [];
    const values = keys.flatMap((key) => {
      const valueName = names.values.get(key);
      return valueName === undefined
        ? []
        : [{ id: key.slice(id.length + 1), name: valueName, results: found.keys[key] ?? 0 }];
    });
    return [{ id, name, type: "text" as const, values }];
  });
  const covered = ({ values }: AvailableFilter): number =>
    values.reduce((sum, { results }) => sum + results, 0);
  return filters
    .toSorted((a, b) => covered(b) - covered(a) || a.id.localeCompare(b.id))
    .slice(0, maxAttributes);
}
