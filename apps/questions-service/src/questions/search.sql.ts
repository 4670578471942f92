import type { QuestionStatus } from "./question.states.ts";
import type { SortField } from "./questions.schema.ts";

/** What a search looks for, after its parameters were understood. */
export interface SearchFilter {
  itemId?: string;
  sellerId?: number;
  askerId?: number;
  status?: QuestionStatus;
  askedFrom?: Date;
  askedTo?: Date;
  partition?: { total: number; part: number };
  /** Whose eyes it is seen with; absent when the filter already keeps to what they may see. */
  visibleTo?: number;
}

export interface SearchOrder {
  field: SortField;
  direction: "ASC" | "DESC";
}

const columns: Record<SortField, string> = {
  item_id: "item_id",
  from_id: "asker_id",
  date_created: "created_at",
  seller_id: "seller_id",
};

/** A WHERE clause with its values. */
export interface Condition {
  sql: string;
  values: unknown[];
}

/** Turns a filter into SQL; values travel as parameters. */
export function conditionOf(filter: SearchFilter): Condition {
  const values: unknown[] = [];
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  const terms = [
    filter.itemId !== undefined && `item_id = ${parameter(filter.itemId)}`,
    filter.sellerId !== undefined && `seller_id = ${parameter(filter.sellerId)}`,
    filter.askerId !== undefined && `asker_id = ${parameter(filter.askerId)}`,
    filter.status !== undefined && `status = ${parameter(filter.status)}`,
    filter.askedFrom !== undefined && `created_at >= ${parameter(filter.askedFrom)}`,
    filter.askedTo !== undefined && `created_at <= ${parameter(filter.askedTo)}`,
    filter.partition &&
      `id % ${parameter(filter.partition.total)}::bigint = ${parameter(filter.partition.part)}::bigint`,
    filter.visibleTo !== undefined && visibleTo(parameter(filter.visibleTo)),
  ].filter((term) => typeof term === "string");
  return { sql: terms.length > 0 ? terms.join(" AND ") : "true", values };
}

/** What everybody sees. */
export const listed = "(NOT hidden AND status IN ('UNANSWERED', 'ANSWERED'))";

/** The rule of `maySee` in questions.policy.ts, for whoever is no operator. */
const visibleTo = (caller: string): string => `(${partOf(caller)} OR ${listed})`;
const partOf = (caller: string): string => `(seller_id = ${caller} OR asker_id = ${caller})`;

/** What only its parties see of a seller or an item: the part of a search that the listing does not hold. */
export function unlistedOf({ visibleTo: caller, ...filter }: SearchFilter): Condition {
  const { sql, values } = conditionOf(filter);
  const party = `$${values.push(caller)}`;
  // A seller who is not the caller has no questions on the caller's items: leaving that out lets an index find the rest.
  const part = filter.sellerId === undefined ? partOf(party) : `asker_id = ${party}`;
  return { sql: `${sql} AND ${part} AND NOT ${listed}`, values };
}

/** ORDER BY of a search; the id settles what the fields leave open, so that pages never overlap. */
export function orderOf(order: readonly SearchOrder[]): string {
  const terms = order.map(({ field, direction }) => `${columns[field]} ${direction}`);
  return [...terms, `id ${order.at(-1)?.direction ?? "DESC"}`].join(", ");
}
