import { type OrderStatus, orderStatuses } from "../orders/order-record.schema.ts";
import { isPaid } from "../orders/order-wire.rules.ts";
import type { OrderSearchParams, OrderSearchWire } from "./order-search.schema.ts";

/** Orders that are equal in what filters count. */
export interface Group {
  status: OrderStatus;
  shippingStatus: string | null;
  delivered: boolean;
  packed: boolean;
  noShipping: boolean;
  unfulfilled: boolean;
  results: number;
}

const names = { "order.status": "Order status", "shipping.status": "Shipping status", tags: "Tags" } as const;
type FilterId = keyof typeof names;

/** An id in words. */
const inWords = (id: string): string => {
  const words = id.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const valuesOf: Readonly<Record<FilterId, (group: Group) => readonly string[]>> = {
  "order.status": ({ status }) => [status],
  "shipping.status": ({ shippingStatus }) => (shippingStatus === null ? [] : [shippingStatus]),
  tags: (group) => [
    isPaid(group) ? "paid" : "not_paid",
    group.delivered ? "delivered" : "not_delivered",
    ...(group.packed ? ["pack_order"] : []),
    "test_order",
    ...(group.noShipping ? ["no_shipping"] : []),
    ...(group.unfulfilled ? ["unfulfilled"] : []),
  ],
};

const ids = ["order.status", "shipping.status", "tags"] as const satisfies readonly FilterId[];
const places = new Map<string, number>(orderStatuses.map((status, index) => [status, index]));
const place = (status: string): number => places.get(status) ?? -1;

/** The filters that a search applied. */
export const filtersOf = (params: OrderSearchParams): OrderSearchWire["filters"] =>
  ids.flatMap((id) => {
    const values = params[id] ?? [];
    if (values.length === 0) return [];
    return [
      {
        id,
        name: names[id],
        type: "text",
        values: values.map((each) => ({ id: each, name: inWords(each) })),
      },
    ];
  });

/** The filters that it could still apply, with how many orders each value would leave. */
export const availableFilters = (
  groups: readonly Group[],
  params: OrderSearchParams,
): OrderSearchWire["available_filters"] =>
  ids.flatMap((id) => {
    if (id !== "tags" && (params[id]?.length ?? 0) > 0) return [];
    const counts = new Map<string, number>();
    for (const group of groups)
      for (const value of valuesOf[id](group)) counts.set(value, (counts.get(value) ?? 0) + group.results);
    for (const applied of params[id] ?? []) counts.delete(applied);
    const values = [...counts]
      .map(([value, results]) => ({ id: value, name: inWords(value), results }))
      .toSorted((a, b) => place(a.id) - place(b.id) || a.id.localeCompare(b.id));
    return values.length > 0 ? [{ id, name: names[id], type: "text", values }] : [];
  });

export const totalOf = (groups: readonly Group[]): number =>
  groups.reduce((sum, { results }) => sum + results, 0);
