import type { Found, IndexQuery } from "../port.ts";
import { priceRanges } from "../price-ranges.ts";
import { type ItemStore, sellerKey } from "./item-store.ts";
import { intersection, kept, positionsIn } from "./sorted-lists.ts";

/** The keys that items of a query must have; `undefined` if no item has one of them. */
export function neededKeys(store: ItemStore, { keys, sellerId }: IndexQuery): number[] | undefined {
  const names = [...keys, ...(sellerId === undefined ? [] : [sellerKey(sellerId)])];
  const ids = names.flatMap((name) => store.keys.ids.get(name) ?? []);
  return ids.length === names.length ? ids : undefined;
}

/** The live positions with all keys; without keys all that are live. */
export function positionsWithKeys(store: ItemStore, keys: readonly number[]): Uint32Array {
  const [fewest, ...others] = keys.toSorted((a, b) => store.keys.counts.at(a) - store.keys.counts.at(b));
  const positions = fewest === undefined ? allPositions(store) : positionsIn(store.keys.list(fewest));
  return store.liveOf(withKeys(store, positions, others));
}

function allPositions({ numbers }: ItemStore): Uint32Array {
  const positions = new Uint32Array(numbers.length);
  for (let position = 0; position < positions.length; position++) positions[position] = position;
  return positions;
}

export const withKeys = (store: ItemStore, positions: Uint32Array, keys: readonly number[]): Uint32Array =>
  keys.reduce((left, key) => intersection(left, store.keys.list(key)), positions);

export function pricedFrom(
  store: ItemStore,
  positions: Uint32Array,
  { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY }: NonNullable<IndexQuery["price"]>,
): Uint32Array {
  const prices = store.prices.data;
  return kept(positions, (position) => {
    const price = prices[position] ?? 0;
    return price >= from && price <= to;
  });
}

/** Matches per key, counted in one array over all keys of the site. */
export function facetsOf(store: ItemStore, positions: Uint32Array): Found["keys"] {
  const counts = new Uint32Array(store.keys.names.length);
  const [ends, ids] = [store.keyEnds.data, store.keyIds.data];
  const counted: number[] = [];
  for (const position of positions) {
    // The last key is the seller's, which is no facet.
    const end = (ends[position] ?? 0) - 1;
    for (let at = position === 0 ? 0 : (ends[position - 1] ?? 0); at < end; at++) {
      const id = ids[at] ?? 0;
      const count = counts[id] ?? 0;
      if (count === 0) counted.push(id);
      counts[id] = count + 1;
    }
  }
  const facets: Found["keys"] = {};
  for (const id of counted) facets[store.keys.names[id] ?? ""] = counts[id] ?? 0;
  return facets;
}

export function pricesOf(store: ItemStore, positions: Uint32Array): Found["prices"] {
  const prices = store.prices.data;
  const priced = new Float64Array(positions.length);
  let count = 0;
  for (const position of positions) {
    const price = prices[position] ?? 0;
    if (!Number.isNaN(price)) priced[count++] = price;
  }
  return priceRanges(priced.subarray(0, count));
}

/** Higher ranks come first; items without a price are last. */
export function priceRanks(
  store: ItemStore,
  positions: Uint32Array,
  sort: "price_asc" | "price_desc",
): Float64Array {
  const prices = store.prices.data;
  const sign = sort === "price_asc" ? -1 : 1;
  const ranks = new Float64Array(positions.length);
  // `Float64Array.from` with a function costs ten times as much as this loop.
  for (let index = 0; index < positions.length; index++) {
    const price = prices[positions[index] ?? 0] ?? 0;
    ranks[index] = Number.isNaN(price) ? Number.NEGATIVE_INFINITY : sign * price;
  }
  return ranks;
}
