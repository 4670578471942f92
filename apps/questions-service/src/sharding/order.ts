import type { Match } from "../questions/search.repo.ts";
import type { SearchOrder } from "../questions/search.sql.ts";

type Direction = SearchOrder["direction"];
type Compare = (one: Match, other: Match) => number;

const turned = (comparison: number, direction: Direction): number =>
  direction === "ASC" ? comparison : -comparison;

export const byId =
  (direction: Direction): Compare =>
  (one, other) =>
    turned(one.id - other.id, direction);

/** The order of `orderOf` in search.sql.ts: the fields, then the id in the direction of the last. */
export function inOrder(order: readonly SearchOrder[]): Compare {
  const last = byId(order.at(-1)?.direction ?? "DESC");
  return (one, other) => {
    for (const { field, direction } of order) {
      const [left, right] = [one[field], other[field]];
      if (left < right || left > right) return turned(left < right ? -1 : 1, direction);
    }
    return last(one, other);
  };
}
