import { isParty, listed, visibleTo } from "./questions.sql.ts";
import type { QuestionStatus } from "./questions.transitions.ts";
import type { SortField } from "./search.schema.ts";

/** The matches of a search. */
export interface SearchFilter {
  itemId?: string;
  sellerId?: number;
  askerId?: number;
  status?: QuestionStatus;
  askedFrom?: Date;
  askedTo?: Date;
  partition?: { total: number; part: number };
  /** Only what this user may see; absent when they may see all matches. */
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

/** Adds a value to a statement and gives its placeholder: `$1`, `$2`, … */
export type Parameter = (value: unknown) => string;

/** As text, a status that waits lets the planner use the index `questions_waiting`, which holds no others. */
const hasStatus = (status: QuestionStatus, parameter: Parameter): string =>
  status === "UNDER_REVIEW" ? "status = 'UNDER_REVIEW'" : `status = ${parameter(status)}`;

/** The condition of a WHERE clause. */
export function conditionOf(filter: SearchFilter, parameter: Parameter): string {
  const terms = [
    filter.itemId !== undefined && `item_id = ${parameter(filter.itemId)}`,
    filter.sellerId !== undefined && `seller_id = ${parameter(filter.sellerId)}`,
    filter.askerId !== undefined && `asker_id = ${parameter(filter.askerId)}`,
    filter.status !== undefined && hasStatus(filter.status, parameter),
    filter.askedFrom !== undefined && `created_at >= ${parameter(filter.askedFrom)}`,
    filter.askedTo !== undefined && `created_at <= ${parameter(filter.askedTo)}`,
    filter.partition &&
      `id % ${parameter(filter.partition.total)}::bigint = ${parameter(filter.partition.part)}::bigint`,
    filter.visibleTo !== undefined && visibleTo(parameter(filter.visibleTo)),
  ].filter((term) => typeof term === "string");
  return terms.length > 0 ? terms.join(" AND ") : "true";
}

/** The matches that are not listed, which only their parties see. */
function unlistedOf({ visibleTo: caller, ...filter }: SearchFilter, parameter: Parameter): string {
  const party = parameter(caller);
  // With a seller, who is not the caller, the caller can only be the asker. Without OR there is an index.
  const part = filter.sellerId === undefined ? isParty(party) : `asker_id = ${party}`;
  return `${conditionOf(filter, parameter)} AND ${part} AND NOT ${listed}`;
}

const counting = (condition: string): string => `SELECT count(*) FROM questions WHERE ${condition}`;

/** A SELECT of the number of matches; `condition` is the filter's, in the same statement. */
export const totalOf = (filter: SearchFilter, condition: string, parameter: Parameter): string =>
  countersOf(filter, parameter) ?? counting(condition);

/**
 * A total from the counters in `question_counts`, which costs the same for any number of questions. A trigger
 * keeps one per seller, item and status. Callers who do not see everything get the listed questions, and
 * those they are a party of are counted. Filters other than seller, item and status have no counter.
 */
function countersOf(filter: SearchFilter, parameter: Parameter): string | undefined {
  const { itemId, sellerId, status, visibleTo, ...others } = filter;
  if (Object.values(others).some((value) => value !== undefined)) return undefined;
  if ((itemId === undefined) === (sellerId === undefined)) return undefined;
  const unlisted = visibleTo === undefined ? "0" : counting(unlistedOf(filter, parameter));
  const terms = [
    `scope = ${parameter(itemId === undefined ? `seller:${sellerId}` : `item:${itemId}`)}`,
    status !== undefined && `status = ${parameter(status)}`,
    visibleTo !== undefined && listed,
  ].filter((term) => typeof term === "string");
  const counters = `SELECT coalesce(sum(count), 0) FROM question_counts WHERE ${terms.join(" AND ")}`;
  return `SELECT (${counters}) + (${unlisted})`;
}

/** ORDER BY of a search. The id comes last, so that the order is total and pages never overlap. */
export function orderOf(order: readonly SearchOrder[]): string {
  const terms = order.map(({ field, direction }) => `${columns[field]} ${direction}`);
  return [...terms, `id ${order.at(-1)?.direction ?? "DESC"}`].join(", ");
}
