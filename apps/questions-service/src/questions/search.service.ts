import { createHash } from "node:crypto";
import {
  absentId,
  type Caller,
  checkWindow,
  common,
  isOperator,
  jsonText,
  platformTimestamp,
  type Reply,
} from "@marketplace/conventions";
import type { z } from "zod";
import type { Deps } from "../deps.ts";
import { withAskers } from "./askers.service.ts";
import { fillAskers } from "./question-json.sql.ts";
import { askerShape } from "./questions.schema.ts";
import { questionStatuses } from "./questions.transitions.ts";
import type { FoundQuestions, Reader } from "./search.repo.ts";
import { type QuestionSearch, type searchQuery, sortFields } from "./search.schema.ts";
import type { SearchFilter, SearchOrder } from "./search.sql.ts";

/** The parameters of a search, as the declaration parsed them. */
type SearchParameters = z.output<z.ZodObject<typeof searchQuery>>;
type Envelope = z.output<typeof QuestionSearch>;

/** Searches the questions that the caller may see. Postgres has written the JSON of the questions. */
export async function searchQuestions(
  deps: Deps,
  caller: Caller,
  parameters: SearchParameters,
): Promise<Reply> {
  const filter = filterOf(caller, parameters);
  const version4 = parameters.api_version === "4";
  const reader = { userId: caller.userId, version4 };
  const search: Search = { filter, parameters, queue: isQueue(caller, parameters), reader };
  const found = parameters.search_type === "scan" ? await scan(deps, search) : await page(deps, search);
  const questions = await fillAskers(found.questions, async (asked) => {
    const shown = await withAskers(deps, asked, { caller, version4 });
    return shown.map((each) => JSON.stringify(askerShape.view(each)));
  });
  const rest: Omit<Envelope, "total" | "limit" | "questions"> = {
    filters: appliedFilters(caller, filter, parameters),
    available_filters: availableFilters,
    available_sorts: [...sortFields],
    ...(found.scrollId !== undefined && { scroll_id: found.scrollId }),
  };
  const head = `"total":${found.total},"limit":${parameters.limit}`;
  return jsonText(`{${head},"questions":[${questions}],${JSON.stringify(rest).slice(1)}`);
}

/**
 * Without item, seller and asker, a search finds the questions that the caller received; an operator who asks
 * for those under review gets the queue of all sellers.
 */
function filterOf(caller: Caller, parameters: SearchParameters): SearchFilter {
  const itemId = parameters.item ?? parameters.item_id;
  const seller = parameters.seller_id ?? parameters.seller;
  const askerId = parameters.from;
  const anybodys = itemId !== undefined || askerId !== undefined || isQueue(caller, parameters);
  const sellerId = seller ?? (anybodys ? undefined : caller.userId);
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

/** Whether an operator reads what waits for a review. */
const isQueue = (
  caller: Caller,
  { item, item_id, seller_id, seller, from, status }: SearchParameters,
): boolean =>
  isOperator(caller) &&
  status === "UNDER_REVIEW" &&
  [item, item_id, seller_id, seller, from].every((filter) => filter === undefined);

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

/**
 * Pairs fields and types by position; a missing type is ASC. Without fields the newest come first, of a queue
 * the oldest.
 */
export function orderOf({ sort_fields, sort_types = [] }: SearchParameters, queue = false): SearchOrder[] {
  if (!sort_fields) return [{ field: "date_created", direction: sort_types[0] ?? (queue ? "ASC" : "DESC") }];
  return sort_fields.map((field, index) => ({ field, direction: sort_types[index] ?? "ASC" }));
}

interface Search {
  filter: SearchFilter;
  parameters: SearchParameters;
  queue: boolean;
  reader: Reader;
}

interface Found extends FoundQuestions {
  /** Only of a scan; `null` at its end. */
  scrollId?: string | null;
}

function page(deps: Deps, { filter, parameters, queue, reader }: Search): Promise<Found> {
  const { limit, offset } = parameters;
  checkWindow({ limit, offset }, { scan: true });
  return deps.search.page({ filter, limit, offset, order: orderOf(parameters, queue) }, reader);
}

/** Pages by id; the scroll id is bound to this caller and these filters. */
async function scan(deps: Deps, { filter, parameters, reader }: Search): Promise<Found> {
  const now = deps.clock.now().getTime();
  const search = createHash("sha256")
    .update(JSON.stringify([reader.userId, filter]))
    .digest("base64url");
  const [afterId] =
    parameters.scroll_id === undefined ? [0] : deps.scrollIds.read(parameters.scroll_id, search, now);
  const block = { filter, limit: parameters.limit, afterId: Number(afterId) };
  const { last, more, ...found } = await deps.search.scan(block, reader);
  return { ...found, scrollId: more ? deps.scrollIds.issue({ search, after: [last] }, now) : null };
}

/** False for an id of more digits than a number holds: the answer cannot say which it was. */
const isExact = (id: number | undefined): boolean => id !== undefined && id !== absentId;

/** The filters of the answer. */
function appliedFilters(
  caller: Caller,
  filter: SearchFilter,
  parameters: SearchParameters,
): Envelope["filters"] {
  const { limit, offset, api_version = "1", sort_fields = ["date_created"] } = parameters;
  return {
    limit,
    offset,
    api_version,
    is_admin: isOperator(caller),
    sorts: [...sort_fields],
    caller: caller.userId,
    ...(filter.itemId !== undefined && { item: filter.itemId }),
    ...(isExact(filter.sellerId) && { seller: filter.sellerId }),
    ...(isExact(filter.askerId) && { from: filter.askerId }),
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
