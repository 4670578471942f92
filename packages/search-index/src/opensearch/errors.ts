import { errors } from "@opensearch-project/opensearch";

/** The search server is away, overloaded or does not answer in time; the conventions answer 503. */
export class SearchIndexUnavailable extends Error {
  override name = "SearchIndexUnavailable";
  readonly unavailable = true;
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

export const statusOf = (error: unknown): number | undefined =>
  error instanceof errors.ResponseError ? (error.statusCode ?? undefined) : undefined;

/** Errors that an outage explains become `SearchIndexUnavailable`; all others stay as they are. */
export function translated(error: unknown): unknown {
  const status = statusOf(error);
  if (status !== undefined) {
    if (!isOverload(status)) return error;
    return new SearchIndexUnavailable(`the search server answered ${status}`, { cause: error });
  }
  if (!(error instanceof errors.OpenSearchClientError)) return error;
  return new SearchIndexUnavailable("the search server does not answer", { cause: error });
}
