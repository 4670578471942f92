import type { SortField } from "./questions.schema.ts";
import type { QuestionStatus } from "./questions.transitions.ts";

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

/** Takes a value of a statement and gives its place, `$1`, `$2`, … */
export type Parameter = (value: unknown) => string;

/** Turns a filter into the SQL of a WHERE clause. */
export function conditionOf(filter: SearchFilter, parameter: Parameter): string {
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
  return terms.length > 0 ? terms.join(" AND ") : "true";
}

/** What everybody sees. */
const listed = "(NOT hidden AND status IN ('UNANSWERED', 'ANSWERED'))";

/** The rule of `maySee` in questions.policy.ts, for whoever is no operator. */
const visibleTo = (caller: string): string => `(${partOf(caller)} OR ${listed})`;
const partOf = (caller: string): string => `(seller_id = ${caller} OR asker_id = ${caller})`;

/** What only its parties see of a seller or an item: the part of a search that the listing does not hold. */
function unlistedOf({ visibleTo: caller, ...filter }: SearchFilter, parameter: Parameter): string {
  const party = parameter(caller);
  // A seller who is not the caller has no questions on the caller's items: leaving that out lets an index find the rest.
  const part = filter.sellerId === undefined ? partOf(party) : `asker_id = ${party}`;
  return `${conditionOf(filter, parameter)} AND ${part} AND NOT ${listed}`;
}

const counting = (condition: string): string => `SELECT count(*) FROM questions WHERE ${condition}`;

/** The number of matches, a subselect; `condition` is the filter's, in the same statement. */
export const totalOf = (filter: SearchFilter, condition: string, parameter: Parameter): string =>
  keptTotalOf(filter, parameter) ?? counting(condition);

/**
 * The kept counts answer for a whole seller or item, at any size at the same cost: all of them to whoever sees
 * everything, those on the listing to others, who also see the few they have a part in. Other filters are counted.
 */
function keptTotalOf(filter: SearchFilter, parameter: Parameter): string | undefined {
  const { itemId, sellerId, status, visibleTo, ...others } = filter;
  if (Object.values(others).some((value) => value !== undefined)) return undefined;
  if ((itemId === undefined) === (sellerId === undefined)) return undefined;
  const unlisted = visibleTo === undefined ? "0" : counting(unlistedOf(filter, parameter));
  const terms = [
    `scope = ${parameter(itemId === undefined ? `seller:${sellerId}` : `item:${itemId}`)}`,
    status !== undefined && `status = ${parameter(status)}`,
    visibleTo !== undefined && listed,
  ].filter((term) => typeof term === "string");
  const kept = `SELECT coalesce(sum(count), 0) FROM question_counts WHERE ${terms.join(" AND ")}`;
  return `SELECT (${kept}) + (${unlisted})`;
}

/** ORDER BY of a search; the id settles what the fields leave open, so that pages never overlap. */
export function orderOf(order: readonly SearchOrder[]): string {
  const terms = order.map(({ field, direction }) => `${columns[field]} ${direction}`);
  return [...terms, `id ${order.at(-1)?.direction ?? "DESC"}`].join(", ");
}
