import type { AppliedFilter, AvailableFilter } from "../search/search.schema.ts";
import type { Facet } from "./seller-items.repo.ts";
import type { SellerItemsFilter } from "./seller-items.sql.ts";

/** Filters whose values are words of the service, in the order in which they are shown. */
const listed = [
  "status",
  "sub_status",
  "listing_type_id",
  "buying_mode",
  "shipping_mode",
  "logistic_type",
  "missing_product_identifiers",
] as const;
/** Filters whose values are the seller's. */
const free = ["sku", "seller_sku", "tags"] as const;

const isFlag = (id: string): boolean => id === "missing_product_identifiers";
const typeOf = (id: string) => (isFlag(id) ? ("boolean" as const) : ("text" as const));

/** `gold_special` as `Gold special`. */
const inWords = (id: string): string => {
  const words = id.replace(/_id$/, "").replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** The filters of a search. */
export const appliedFilters = (filter: SellerItemsFilter): AppliedFilter[] =>
  [...listed, ...free].flatMap((id) => {
    const value = filter[id];
    if (value === undefined) return [];
    const isOwn = free.some((each) => each === id);
    const text = String(value);
    return [
      { id, name: inWords(id), type: typeOf(id), values: [{ id: text, name: isOwn ? text : inWords(text) }] },
    ];
  });

/** Filters that narrow a search, each value with the number of items that it leaves. */
export const narrowingFilters = (filter: SellerItemsFilter, facets: readonly Facet[]): AvailableFilter[] =>
  listed.flatMap((id) => {
    const values = facets
      .filter((facet) => facet.id === id)
      .map(({ value, results }) => ({ id: value, name: inWords(value), results }))
      .toSorted((a, b) => b.results - a.results || a.id.localeCompare(b.id));
    return filter[id] === undefined && values.length > 0
      ? [{ id, name: inWords(id), type: typeOf(id), values }]
      : [];
  });
