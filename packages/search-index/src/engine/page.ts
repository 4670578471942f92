import type { ItemStore } from "./item-store.ts";

/** Negative where `a` comes before `b`. */
type Order = (a: number, b: number) => number;

interface Page {
  offset: number;
  limit: number;
}

/** The positions of a page in order: the highest ranks first, then (without ranks: always) the newest. */
export function pageOf(
  { numbers: { data: numbers } }: ItemStore,
  positions: Uint32Array,
  ranks: Float32Array | Float64Array | undefined,
  page: Page,
): Uint32Array {
  const numberOf = (index: number): number => numbers[positions[index] ?? 0] ?? 0;
  const order: Order = (a, b) => (ranks?.[b] ?? 0) - (ranks?.[a] ?? 0) || numberOf(b) - numberOf(a);
  return selected(positions.length, page, order).map((index) => positions[index] ?? 0);
}

/**
 * The indices of a page of `count` in order. Keeps the candidates that come before the last of the best so
 * far, and by quickselect only the best of them whenever there are twice as many as needed (as Guava's
 * TopKSelector does), so deep pages cost little more.
 */
export function selected(count: number, { offset, limit }: Page, order: Order): Uint32Array {
  const end = limit === 0 ? 0 : offset + limit;
  const candidates = new Uint32Array(Math.min(count, end * 2));
  let kept = 0;
  let last: number | undefined;
  // Positions are mostly by age, so it begins with the newest.
  for (let index = count - 1; index >= 0 && end > 0; index--) {
    if (last !== undefined && order(last, index) < 0) continue;
    candidates[kept++] = index;
    if (kept < end * 2) continue;
    quickselect(candidates, end, order);
    last = candidates[end - 1];
    kept = end;
  }
  const found = candidates.subarray(0, kept);
  quickselect(found, end, order);
  const best = found.subarray(0, end);
  quickselect(best, offset, order);
  return best.subarray(offset).sort(order);
}

/**
 * Quickselect (Hoare): brings the first `n` to the front, the n-th of them last. Pivots are random, because
 * prices that rise and then fall would make any fixed place the worst one.
 */
function quickselect(list: Uint32Array, n: number, order: Order): void {
  const at = (index: number): number => list[index] ?? 0;
  let [left, right] = [0, list.length - 1];
  while (left < right) {
    const pivot = at(left + Math.floor(Math.random() * (right - left + 1)));
    let [low, high] = [left, right];
    while (low <= high) {
      while (order(at(low), pivot) < 0) low++;
      while (order(at(high), pivot) > 0) high--;
      if (low > high) break;
      const swapped = at(low);
      list[low++] = at(high);
      list[high--] = swapped;
    }
    if (n - 1 <= high) right = high;
    else if (n - 1 >= low) left = low;
    else break;
  }
}
