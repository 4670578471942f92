import type { Found, IndexQuery, IndexSort } from "../port.ts";
import { priceRanges } from "../price-ranges.ts";
import { hidden, type ItemStore, sellerKey } from "./item-store.ts";

/** The keys that items of a query must have; `undefined` if no item has one of them. */
export function neededKeys(store: ItemStore, { keys, sellerId }: IndexQuery): number[] | undefined {
  const names = [...keys, ...(sellerId === undefined ? [] : [sellerKey(sellerId)])];
  const ids = names.flatMap((name) => store.keys.ids.get(name) ?? []);
  return ids.length === names.length ? ids : undefined;
}

/** Positions with the rarest of the keys, or all: what a query without a text begins with. */
export function positionsOf(store: ItemStore, keys: readonly number[]): Uint32Array {
  const [fewest] = keys.toSorted((a, b) => store.keys.counts.at(a) - store.keys.counts.at(b));
  if (fewest === undefined) return new Uint32Array(store.numbers.length).map((_, position) => position);
  return store.keys.list(fewest).map((posting) => posting >>> 8);
}

/** The live positions that a query's filters let through. */
export function filtered(
  store: ItemStore,
  positions: Uint32Array,
  { keys, price }: { keys: readonly number[]; price: IndexQuery["price"] },
): Uint32Array {
  const [numbers, prices] = [store.numbers.data, store.prices.data];
  const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = price ?? {};
  const kept = new Uint32Array(positions.length);
  let count = 0;
  for (const position of positions) {
    if (numbers[position] === 0) continue;
    const cost = prices[position] ?? 0;
    if (price && !(cost >= from && cost <= to)) continue;
    if (keys.length > 0 && !hasAll(store, position, keys)) continue;
    kept[count++] = position;
  }
  return kept.subarray(0, count);
}

function hasAll(store: ItemStore, position: number, keys: readonly number[]): boolean {
  const has = store.keysAt(position);
  return keys.every((key) => has.includes(key));
}

/** Matches per key, counted in one array over all keys of the site. */
export function facetsOf(store: ItemStore, positions: Uint32Array): Found["keys"] {
  const counts = new Uint32Array(store.keys.names.length);
  const [ends, ids] = [store.keyEnds.data, store.keyIds.data];
  const counted: number[] = [];
  for (const position of positions) {
    const end = ends[position] ?? 0;
    for (let at = position === 0 ? 0 : (ends[position - 1] ?? 0); at < end; at++) {
      const id = ids[at] ?? 0;
      const count = counts[id] ?? 0;
      if (count === 0) counted.push(id);
      counts[id] = count + 1;
    }
  }
  const facets: Found["keys"] = {};
  for (const id of counted) {
    const name = store.keys.names[id] ?? "";
    if (!name.startsWith(hidden)) facets[name] = counts[id] ?? 0;
  }
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

/** What items are ordered by, ascending; equal ranks put the newest first. */
export function ranksOf(
  store: ItemStore,
  positions: Uint32Array,
  { sort, score }: { sort: IndexSort; score: (position: number) => number },
): Float64Array {
  const prices = store.prices.data;
  const ranks = new Float64Array(positions.length);
  const sign = sort === "price_asc" ? 1 : -1;
  // `Float64Array.from` with a function costs ten times as much as this loop.
  for (let index = 0; index < positions.length; index++) {
    const position = positions[index] ?? 0;
    const price = prices[position] ?? 0;
    if (sort === "relevance") ranks[index] = -score(position);
    else ranks[index] = Number.isNaN(price) ? Number.POSITIVE_INFINITY : sign * price;
  }
  return ranks;
}

/** The first `end` item numbers: a binary heap keeps the best so far with the last of them on top. */
export function first(store: ItemStore, positions: Uint32Array, ranks: Float64Array, end: number): number[] {
  const numberOf = (index: number): number => store.numbers.at(positions[index] ?? 0);
  const isAfter = (a: number, b: number): boolean => {
    const [rankA, rankB] = [ranks[a] ?? 0, ranks[b] ?? 0];
    return rankA === rankB ? numberOf(a) < numberOf(b) : rankA > rankB;
  };
  const heap: number[] = [];
  for (let index = 0; index < positions.length && end > 0; index++) {
    if (heap.length < end) siftUp(heap, index, isAfter);
    else if (isAfter(heap[0] ?? 0, index)) siftDown(heap, index, isAfter);
  }
  return heap.sort((a, b) => (isAfter(a, b) ? 1 : -1)).map(numberOf);
}

type IsAfter = (a: number, b: number) => boolean;

function siftUp(heap: number[], added: number, isAfter: IsAfter): void {
  let at = heap.push(added) - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (!isAfter(added, heap[parent] ?? 0)) break;
    heap[at] = heap[parent] ?? 0;
    at = parent;
  }
  heap[at] = added;
}

/** Puts one in the place of the top. */
function siftDown(heap: number[], added: number, isAfter: IsAfter): void {
  let at = 0;
  for (;;) {
    let child = at * 2 + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && isAfter(heap[child + 1] ?? 0, heap[child] ?? 0)) child++;
    if (!isAfter(heap[child] ?? 0, added)) break;
    heap[at] = heap[child] ?? 0;
    at = child;
  }
  heap[at] = added;
}
