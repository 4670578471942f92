import { dayMs } from "@marketplace/conventions";
import { unpaidStatuses } from "../orders/order-record.schema.ts";
import { expiresAfterMs } from "../orders/order-wire.rules.ts";
import type { OrderSearchParams } from "./order-search.schema.ts";
import { Conditions, tagCondition } from "./order-search.sql.ts";

/** The parts of a seller's and a buyer's lists. */
export type View = "all" | "recent" | "archived" | "pending";

/** Who searches and what; the nickname of `q` is looked up already. */
export interface Search {
  params: OrderSearchParams;
  view: View;
  sellerId: number | undefined;
  buyerId: number | undefined;
  /** The user whose nickname `q` is. */
  namedId: number | null;
  now: Date;
}

/** Orders are found for this long. */
const foundForMs = 366 * dayMs;

/** The conditions of a search. */
export function conditionsOf(search: Search): Conditions {
  const { params, sellerId, buyerId, now } = search;
  const conditions = new Conditions();
  if (sellerId !== undefined) conditions.add("seller_id = ?", sellerId);
  if (buyerId !== undefined) conditions.add("buyer_id = ?", buyerId);
  const oldest = new Date(now.getTime() - foundForMs);
  addSince(conditions, later(params["order.date_created.from"], oldest));
  addView(conditions, search);
  addQuery(conditions, search);
  if (params.item !== undefined) conditions.addAny(itemParts(params.item));
  addLists(conditions, params);
  addDates(conditions, params);
  addFeedback(conditions, params);
  return conditions;
}

const later = (moment: Date | undefined, other: Date): Date => (moment && moment > other ? moment : other);

/** Orders are paid after they are made: the second condition is one of the index that sorts sales. */
function addSince(conditions: Conditions, moment: Date): void {
  conditions.add("created_at >= ?", moment);
  conditions.add("coalesce(closed_at, created_at) >= ?", moment);
}

function addView(conditions: Conditions, { view, now }: Search): void {
  const expired = new Date(now.getTime() - expiresAfterMs);
  if (view === "recent") conditions.add("created_at > ? AND coalesce(closed_at, created_at) > ?", expired);
  if (view === "archived") conditions.add("created_at <= ?", expired);
  if (view === "pending") conditions.add("status = ANY (?)", [...unpaidStatuses]);
}

type Part = readonly [condition: string, value: unknown];

/** Each word in the title, in any case. */
const titleParts = (text: string): Part[] => {
  const patterns = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "")
    .map((word) => `%${word.replaceAll(/[\\%_]/g, "\\$&")}%`);
  return patterns.length > 0 ? [["lower(title) LIKE ALL (?)", patterns]] : [];
};

const itemParts = (text: string): Part[] => [
  ...(/^[A-Z]{3}\d+$/i.test(text.trim()) ? [["item_id = ?", text.trim().toUpperCase()] as const] : []),
  ...titleParts(text),
];

function addQuery(conditions: Conditions, { params: { q = "" }, namedId, ...sides }: Search): void {
  const text = q.trim();
  if (text === "") return;
  const parts: Part[] = itemParts(text);
  if (/^\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text)))
    parts.push(["id = ?", Number(text)], ["pack_id = ?", Number(text)]);
  // Of the other side: a seller's own nickname does not find all of their sales.
  if (namedId !== null && sides.sellerId !== undefined) parts.push(["buyer_id = ?", namedId]);
  if (namedId !== null && sides.buyerId !== undefined) parts.push(["seller_id = ?", namedId]);
  conditions.addAny(parts);
}

function addLists(conditions: Conditions, params: OrderSearchParams): void {
  const lists = [
    ["status", params["order.status"]],
    ["shipping_status", params["shipping.status"]],
    ["shipping_substatus", params["shipping.substatus"]],
  ] as const;
  for (const [column, values] of lists)
    if (values && values.length > 0) conditions.add(`${column} = ANY (?)`, values);
  for (const tag of params.tags ?? []) conditions.add(tagCondition(tag));
  for (const tag of params["tags.not"] ?? []) conditions.add(`NOT (${tagCondition(tag)})`);
  // There are no mediations.
  const mediations = [params["mediations.id"], params["mediations.stage"], params["mediations.status"]];
  if (mediations.some((wanted) => wanted?.length)) conditions.add("false");
}

function addDates(conditions: Conditions, params: OrderSearchParams): void {
  const ranges = [
    ["created_at <= ?", params["order.date_created.to"]],
    ["closed_at >= ?", params["order.date_closed.from"]],
    ["closed_at <= ?", params["order.date_closed.to"]],
    ["last_updated >= ?", params["order.date_last_updated.from"]],
    ["last_updated <= ?", params["order.date_last_updated.to"]],
  ] as const;
  for (const [condition, moment] of ranges) if (moment) conditions.add(condition, moment);
}

const ofSide = (side: "sale" | "purchase", condition = "true"): string =>
  `EXISTS (SELECT FROM feedback f WHERE f.order_id = orders.id AND f.side = '${side}' AND ${condition})`;

/** Whose feedback there is, by the status that searches name. */
const feedbackConditions = {
  pending: `(NOT ${ofSide("sale")} AND NOT ${ofSide("purchase")})`,
  waiting_buyer: `(${ofSide("sale")} AND NOT ${ofSide("purchase")})`,
  waiting_seller: `(NOT ${ofSide("sale")} AND ${ofSide("purchase")})`,
  completed: `(${ofSide("sale")} AND ${ofSide("purchase")})`,
} as const;

function addFeedback(conditions: Conditions, params: OrderSearchParams): void {
  for (const side of ["sale", "purchase"] as const) {
    const ratings = params[`feedback.${side}.rating`];
    const fulfilled = params[`feedback.${side}.fulfilled`];
    // What one side has written is hidden until the other has.
    if (ratings?.length)
      conditions.add(ofSide(side, "f.rating = ANY (?) AND f.visible_at IS NOT NULL"), ratings);
    if (fulfilled?.length)
      conditions.add(
        ofSide(side, "f.fulfilled = ANY (?) AND f.visible_at IS NOT NULL"),
        fulfilled.map((flag) => flag === "true"),
      );
  }
  const statuses = params["feedback.status"] ?? [];
  if (statuses.length > 0)
    conditions.add(`(${statuses.map((status) => feedbackConditions[status]).join(" OR ")})`);
}
