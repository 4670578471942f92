import type { SortId } from "./order-search.schema.ts";

/** Conditions of a search, with the values of their `$1`, `$2`, … in their order. */
export class Conditions {
  readonly values: unknown[] = [];
  readonly #parts: string[] = [];

  /** Adds a condition; `?` in it stands for the value. */
  add(condition: string, value?: unknown): void {
    this.#parts.push(
      value === undefined ? condition : condition.replaceAll("?", `$${this.values.push(value)}`),
    );
  }

  /** Adds a condition of which one part has to hold; without parts it never holds. */
  addAny(parts: readonly (readonly [condition: string, value: unknown])[]): void {
    const any = parts.map(([condition, value]) => condition.replaceAll("?", `$${this.values.push(value)}`));
    this.#parts.push(any.length > 0 ? `(${any.join(" OR ")})` : "false");
  }

  get sql(): string {
    return this.#parts.join(" AND ");
  }
}

/** What tags say of the row; `tagsOf` gives an order the same tags. */
const tagConditions = new Map([
  ["paid", "status IN ('paid', 'partially_refunded', 'pending_cancel')"],
  ["not_paid", "status NOT IN ('paid', 'partially_refunded', 'pending_cancel')"],
  ["delivered", "delivered"],
  ["not_delivered", "NOT delivered"],
  ["pack_order", "pack_id IS NOT NULL"],
  ["test_order", "true"],
  ["no_shipping", "no_shipping"],
  ["unfulfilled", "unfulfilled"],
]);

/** The condition that an order has a tag; no order has an unknown one. */
export const tagCondition = (tag: string): string => tagConditions.get(tag) ?? "false";

/** Sellers see orders by payment; both have an index. */
const sortColumns = { seller: "coalesce(closed_at, created_at)", buyer: "created_at" } as const;
export type Perspective = keyof typeof sortColumns;

/** Whether the latest come first. */
export const isDescending = (sort: SortId): boolean => sort.endsWith("desc");

/** The ids of a block, and what they are sorted by. */
export function pageSql(conditions: Conditions, sort: SortId, perspective: Perspective): string {
  const column = sort.startsWith("date_last_updated") ? "last_updated" : sortColumns[perspective];
  const direction = isDescending(sort) ? "DESC" : "ASC";
  const { length } = conditions.values;
  return `SELECT id, ${column} AS at FROM orders WHERE ${conditions.sql}
    ORDER BY ${column} ${direction}, id ${direction} LIMIT $${length + 1} OFFSET $${length + 2}`;
}

/** How many orders have each combination of what filters count: one pass for the total and all filters. */
export const groupsSql = (conditions: Conditions): string => `
  SELECT status, shipping_status AS "shippingStatus", delivered, pack_id IS NOT NULL AS packed,
    no_shipping AS "noShipping", unfulfilled, count(*) AS results
  FROM orders WHERE ${conditions.sql} GROUP BY 1, 2, 3, 4, 5, 6`;
