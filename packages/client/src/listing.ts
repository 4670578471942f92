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
export type Fetch = (path: string, params: { path?: object; query: object }) => Promise<Fetched>;
interface Asked {
  path: string;
  list: string;
  params: { path?: object; query?: object } | undefined;
}

const maxLimit = 100;
/** What limit and offset can reach together. */
const window = 10_000;

/** Every element in blocks of `limit`, from `offset` on (100 and 0 unless the query says otherwise). */
export async function* paged<E>(fetch: Fetch, { path, list, params }: Asked): AsyncGenerator<E, void> {
  const query = { limit: maxLimit, offset: 0, ...params?.query };
  if (!(query.limit > 0)) throw new RangeError("limit must be at least 1");
  let total = Number.POSITIVE_INFINITY;
  for (let offset = query.offset; offset < total; offset += query.limit) {
    if (offset >= window) throw new WindowExceeded(total, window);
    const limit = Math.min(query.limit, window - offset);
    const page = await read(fetch, { path, params: { ...params, query: { ...query, limit, offset } } });
    const elements = elementsOf<E>(page, list);
    yield* elements;
    if (elements.length === 0) return;
    total = totalOf(page);
  }
}

/** Every element of a search, by `search_type=scan`, as it is at the beginning of each block. */
export async function* scanned<E>(fetch: Fetch, { path, list, params }: Asked): AsyncGenerator<E, void> {
  let query: object = { limit: maxLimit, ...params?.query, search_type: "scan" };
  for (;;) {
    const page = await read(fetch, { path, params: { ...params, query } });
    yield* elementsOf<E>(page, list);
    const scrollId: unknown = Reflect.get(page, "scroll_id");
    if (typeof scrollId !== "string") return;
    query = { ...query, scroll_id: scrollId };
  }
}

interface Read {
  path: string;
  params: { path?: object; query: object };
}

async function read(fetch: Fetch, { path, params }: Read): Promise<object> {
  const { data, error, response } = await fetch(path, params);
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
