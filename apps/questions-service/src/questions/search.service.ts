import { createHash } from "node:crypto";
import { type Caller, checkWindow, common, isOperator, platformTimestamp } from "@marketplace/conventions";
import type { z } from "zod";
import type { Deps } from "../deps.ts";
import { askersOf } from "./askers.ts";
import { questionStatuses } from "./question.states.ts";
import type { Question } from "./question.ts";
import { type QuestionSearch, type searchQuery, sortFields } from "./questions.schema.ts";
import { searchView } from "./questions.view.ts";
import type { SearchFilter, SearchOrder } from "./search.sql.ts";

/** The parameters of a search, as the declaration parsed them. */
export type SearchParameters = z.output<z.ZodObject<typeof searchQuery>>;
type Envelope = z.output<typeof QuestionSearch>;

/** Searches questions with the caller's eyes and answers the documented envelope. */
export async function searchQuestions(
  deps: Deps,
  caller: Caller,
  parameters: SearchParameters,
): Promise<Envelope> {
  const filter = filterOf(caller, parameters);
  const order = orderOf(parameters);
  // Together: when the database goes away both fail, and a rejection nobody waits for would end the process.
  const [total, found] = await Promise.all([
    deps.search.total(filter),
    parameters.search_type === "scan"
      ? scan(deps, { caller, filter, parameters })
      : page(deps, { filter, order, parameters }),
  ]);
  const version4 = parameters.api_version === "4";
  const askers = await askersOf(deps, caller, { questions: found.questions, version4 });
  return {
    total,
    limit: parameters.limit,
    questions: found.questions.map((question) => searchView(question, askers(question), { version4 })),
    filters: echoOf(caller, filter, parameters),
    available_filters: availableFilters,
    available_sorts: [...sortFields],
    ...(found.scrollId !== undefined && { scroll_id: found.scrollId }),
  };
}

/** Who is searched and with whose eyes; without item, seller and asker it is the caller's own received questions. */
export function filterOf(caller: Caller, parameters: SearchParameters): SearchFilter {
  const itemId = parameters.item ?? parameters.item_id;
  const seller = parameters.seller_id ?? parameters.seller;
  const askerId = parameters.from;
  const sellerId = seller ?? (itemId === undefined && askerId === undefined ? caller.userId : undefined);
  const own = isOperator(caller) || sellerId === caller.userId || askerId === caller.userId;
  return {
    itemId,
    sellerId,
    askerId,
    status: parameters.status,
    askedFrom: parameters["date_created.from"],
    askedTo: parameters["date_created.to"],
    partition: partitionOf(parameters),
    visibleTo: own ? undefined : caller.userId,
  };
}

function partitionOf({ totalDivisions, division }: SearchParameters): SearchFilter["partition"] {
  if (totalDivisions === undefined && division === undefined) return undefined;
  if (totalDivisions !== undefined && division !== undefined && division < totalDivisions)
    return { total: totalDivisions, part: division };
  const message = "division goes with totalDivisions and lies between 0 and totalDivisions - 1";
  throw common.bad_request(
    { message },
    { cause: [{ code: "invalid_value", message, references: ["query.totalDivisions", "query.division"] }] },
  );
}

/** Pairs fields and types by position; a missing type is ASC. Newest first when nothing is asked. */
export function orderOf({ sort_fields, sort_types = [] }: SearchParameters): SearchOrder[] {
  if (!sort_fields) return [{ field: "date_created", direction: sort_types[0] ?? "DESC" }];
  return sort_fields.map((field, index) => ({ field, direction: sort_types[index] ?? "ASC" }));
}

interface Found {
  questions: Question[];
  /** Only of a scan; `null` at its end. */
  scrollId?: string | null;
}

interface PageSearch {
  filter: SearchFilter;
  order: SearchOrder[];
  parameters: SearchParameters;
}

async function page(deps: Deps, { filter, order, parameters }: PageSearch): Promise<Found> {
  const { limit, offset } = parameters;
  checkWindow({ limit, offset });
  return { questions: limit === 0 ? [] : await deps.search.page(filter, { limit, offset, order }) };
}

interface ScanSearch {
  caller: Caller;
  filter: SearchFilter;
  parameters: SearchParameters;
}

/** Reads on by id; the scroll id is bound to this caller and these filters. */
async function scan(deps: Deps, { caller, filter, parameters }: ScanSearch): Promise<Found> {
  const now = deps.clock.now().getTime();
  const search = createHash("sha256")
    .update(JSON.stringify([caller.userId, filter]))
    .digest("base64url");
  const [afterId] =
    parameters.scroll_id === undefined ? [0] : deps.scrollIds.read(parameters.scroll_id, search, now);
  const { limit } = parameters;
  const questions = await deps.search.scan(filter, { afterId: Number(afterId), limit: limit + 1 });
  const block = questions.slice(0, limit);
  const last = block.at(-1);
  const more = questions.length > limit && last !== undefined;
  return {
    questions: block,
    scrollId: more ? deps.scrollIds.issue({ search, after: [last.id] }, now) : null,
  };
}

function echoOf(caller: Caller, filter: SearchFilter, parameters: SearchParameters): Envelope["filters"] {
  const { limit, offset, api_version = "1", sort_fields = ["date_created"] } = parameters;
  return {
    limit,
    offset,
    api_version,
    is_admin: isOperator(caller),
    sorts: [...sort_fields],
    caller: caller.userId,
    ...(filter.itemId !== undefined && { item: filter.itemId }),
    ...(filter.sellerId !== undefined && { seller: filter.sellerId }),
    ...(filter.askerId !== undefined && { from: filter.askerId }),
    ...(filter.status !== undefined && { status: filter.status }),
    ...(filter.askedFrom && { "date_created.from": platformTimestamp(filter.askedFrom) }),
    ...(filter.askedTo && { "date_created.to": platformTimestamp(filter.askedTo) }),
    ...(filter.partition && { totalDivisions: filter.partition.total, division: filter.partition.part }),
  };
}

const availableFilters: Envelope["available_filters"] = [
  { id: "from", name: "From user id", type: "number" },
  { id: "seller", name: "Seller id", type: "number" },
  { id: "totalDivisions", name: "Total divisions", type: "number" },
  { id: "division", name: "Division", type: "number" },
  { id: "status", name: "Status", type: "text", values: [...questionStatuses] },
];
