type Direction = "ASC" | "DESC";

/** One of the fields that a search sorts by. */
interface SortedBy<Field extends string> {
  field: Field;
  direction: Direction;
}

interface Row {
  id: number;
}

type Compare<R> = (one: R, other: R) => number;

const turned = (comparison: number, direction: Direction): number =>
  direction === "ASC" ? comparison : -comparison;

export const byId =
  (direction: Direction): Compare<Row> =>
  (one, other) =>
    turned(one.id - other.id, direction);

/** The order of a search in one database: the fields, then the id in the direction of the last. */
export function inOrder<Field extends string>(
  order: readonly SortedBy<Field>[],
): Compare<Row & Readonly<Record<Field, string | number | Date>>> {
  const last = byId(order.at(-1)?.direction ?? "DESC");
  return (one, other) => {
    for (const { field, direction } of order) {
      const [left, right] = [one[field], other[field]];
      if (left < right || left > right) return turned(left < right ? -1 : 1, direction);
    }
    return last(one, other);
  };
}
