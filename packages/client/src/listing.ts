import type { ParamsOption } from "openapi-fetch";
import type {
  MediaType,
  PathsWithMethod,
  ResponseObjectMap,
  SuccessResponse,
} from "openapi-typescript-helpers";
import { ApiError, WindowExceeded } from "./api-error.ts";
import type { paths } from "./generated/api.ts";

export type GetPath = PathsWithMethod<paths, "get">;
type Get<P extends GetPath> = paths[P]["get"];
type Answer<P extends GetPath> = SuccessResponse<ResponseObjectMap<Get<P>>, MediaType>;
/** Names of the lists in an answer: `questions`, `results`, … */
export type ListOf<P extends GetPath> = {
  [K in keyof Answer<P>]-?: Answer<P>[K] extends readonly unknown[] ? K : never;
}[keyof Answer<P>] &
  string;
export type ElementOf<P extends GetPath, K extends ListOf<P>> = Answer<P>[K] extends readonly (infer E)[]
  ? E
  : never;
export type Parameters<P extends GetPath> = ParamsOption<Get<P>>["params"];

/** What the iterators need of an answer. */
export type Fetched = { data?: unknown; error?: unknown; response: Response };
/** How blocks are read. */
export interface ReadOptions {
  /** Ends the reading: the iterator throws its reason. */
  signal?: AbortSignal | undefined;
}
interface Init extends ReadOptions {
  params: { path?: object; query: object };
}
export type Fetch = (path: string, init: Init) => Promise<Fetched>;
interface Asked extends ReadOptions {
  path: string;
  list: string;
  params: { path?: object; query?: object } | undefined;
}
interface Block {
  limit?: number | undefined;
  offset?: number | undefined;
}

const maxLimit = 100;
/** What limit and offset can reach together. */
const window = 10_000;

/** Every element in blocks of `limit`, from `offset` on (100 and 0 unless the query says otherwise). */
export async function* paged<E>(
  fetch: Fetch,
  { path, list, params, signal }: Asked,
): AsyncGenerator<E, void> {
  const { limit: most = maxLimit, offset: from = 0 }: Block = params?.query ?? {};
  assertLimit(most);
  if (!Number.isInteger(from) || from < 0) throw new RangeError("offset must be an integer, at least 0");
  let total = Number.POSITIVE_INFINITY;
  for (let offset = from; offset < total; offset += most) {
    if (offset >= window) throw new WindowExceeded(total, window);
    const limit = Math.min(most, window - offset);
    const query = { ...params?.query, limit, offset };
    const page = await read(fetch, path, { params: { ...params, query }, signal });
    const elements = elementsOf<E>(page, list);
    yield* elements;
    if (elements.length === 0) return;
    total = totalOf(page);
  }
}

/** Every element of a search, by `search_type=scan`, as it is at the beginning of each block. */
export async function* scanned<E>(
  fetch: Fetch,
  { path, list, params, signal }: Asked,
): AsyncGenerator<E, void> {
  const { limit = maxLimit }: Block = params?.query ?? {};
  assertLimit(limit);
  let query: object = { ...params?.query, limit, search_type: "scan" };
  for (;;) {
    const page = await read(fetch, path, { params: { ...params, query }, signal });
    yield* elementsOf<E>(page, list);
    const scrollId: unknown = Reflect.get(page, "scroll_id");
    if (scrollId === null) return;
    // A filter of the fields may have taken it away; more elements may match.
    if (typeof scrollId !== "string") throw new TypeError("The answer has no scroll_id");
    query = { ...query, scroll_id: scrollId };
  }
}

/** Blocks without elements would have no end. */
function assertLimit(limit: number): void {
  if (!Number.isInteger(limit) || limit < 1) throw new RangeError("limit must be an integer, at least 1");
}

async function read(fetch: Fetch, path: string, init: Init): Promise<object> {
  const { data, error, response } = await fetch(path, init);
  if (!response.ok || typeof data !== "object" || data === null) throw new ApiError(response.status, error);
  return data;
}

function elementsOf<E>(page: object, list: string): readonly E[] {
  const elements: unknown = Reflect.get(page, list);
  if (!Array.isArray(elements)) throw new TypeError(`The answer has no list "${list}"`);
  return elements;
}

/** `paging.total`, or `total` as question search has it; without either the first empty block is the end. */
function totalOf(page: object): number {
  const paging: unknown = Reflect.get(page, "paging") ?? page;
  const total: unknown =
    typeof paging === "object" && paging !== null ? Reflect.get(paging, "total") : undefined;
  return typeof total === "number" ? total : Number.POSITIVE_INFINITY;
}
