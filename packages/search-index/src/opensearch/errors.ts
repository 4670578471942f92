import { errors } from "@opensearch-project/opensearch";

/** The search server is away, overloaded or does not answer in time; the conventions answer 503. */
export class SearchIndexUnavailable extends Error {
  override name = "SearchIndexUnavailable";
  readonly unavailable = true;
  /** What the server answered, if it did. */
  readonly status: number | undefined;

  constructor(message: string, { status, ...options }: ErrorOptions & { status?: number } = {}) {
    super(message, options);
    this.status = status;
  }
}

/**
 * Another process has fed the index meanwhile, or the server lost it: changes that were read before may be
 * outdated. The caller reads changes again, from `cursor()` on.
 */
export class SearchIndexMoved extends SearchIndexUnavailable {
  override name = "SearchIndexMoved";
}

const overloaded = new Set([408, 429, 502, 503, 504]);
export const isOverload = (status: number): boolean => overloaded.has(status);

export function statusOf(error: unknown): number | undefined {
  if (error instanceof SearchIndexUnavailable) return error.status;
  return error instanceof errors.ResponseError ? (error.statusCode ?? undefined) : undefined;
}

const passing = new Set([502, 503, 504]);

/** Whether the same request may succeed at once, on another node. An overload is left alone. */
export function mayPass(error: unknown): boolean {
  const status = statusOf(error);
  if (status !== undefined) return passing.has(status);
  return error instanceof errors.ConnectionError || error instanceof errors.TimeoutError;
}

/** Whether no server has seen the request: nobody listens there. */
export const wasNotSent = (error: unknown): boolean =>
  error instanceof errors.ConnectionError && error.message.includes("ECONNREFUSED");

/** Errors that an outage explains become `SearchIndexUnavailable`; all others stay as they are. */
export function translated(error: unknown): unknown {
  if (error instanceof SearchIndexUnavailable) return error;
  const status = statusOf(error);
  if (status !== undefined) {
    if (!isOverload(status)) return error;
    return new SearchIndexUnavailable(`the search server answered ${status}`, { cause: error, status });
  }
  if (!(error instanceof errors.OpenSearchClientError)) return error;
  return new SearchIndexUnavailable("the search server does not answer", { cause: error });
}
