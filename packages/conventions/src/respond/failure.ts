import { isDeepStrictEqual } from "node:util";
import type { Logger } from "pino";
import { common, conventionProblemKeys } from "../declare/common-problems.ts";
import type { Operation } from "../declare/declare.ts";
import { helpLink, Problem } from "../declare/problem.ts";
import { NotFromGateway } from "../request/assertion.ts";
import type { Exchange } from "../request/exchange.ts";
import { json, type Reply } from "./reply.ts";

/** A dependency that is down. The database, store and rpc packages mark such errors. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof Error && "unavailable" in error && error.unavailable === true;

/** Work that the database gave up because it took too long. The database package marks such errors. */
const isTooSlow = (error: unknown): boolean =>
  error instanceof Error && "tookTooLong" in error && error.tookTooLong === true;

/** Whether the same request may succeed in a moment: it met an outage, or took too long. */
export const isTemporary = (error: unknown): boolean => isUnavailable(error) || isTooSlow(error);

interface Circumstances {
  exchange: Exchange;
  log: Logger;
}

/** The problem for an error. A problem stays as it is; other errors reveal nothing of their content. */
export function problemOf(error: unknown, { exchange, log }: Circumstances): Problem {
  if (error instanceof Problem) return error;
  const { requestId, route = "unknown" } = exchange;
  const { method } = exchange.req;
  if (error instanceof NotFromGateway) return common.access_token_not_granted();
  if (isTemporary(error)) {
    // An outage is no defect: its stack would tell nothing.
    const what = isTooSlow(error) ? "a request took too long" : "a dependency is unavailable";
    log.warn({ reason: reasonOf(error), requestId, method, route }, what);
    return common.service_unavailable();
  }
  log.error({ err: error, requestId, method, route }, "unexpected error");
  return common.internal_server_error();
}

/** The message with those of its causes. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message}: ${reasonOf(error.cause)}`;
}

/** Headers that HTTP or decisions 1.2 require with a status; a problem can override them. */
const headersByStatus: Readonly<Record<number, Record<string, string>>> = {
  401: { "WWW-Authenticate": "Bearer" },
  429: { "Retry-After": "1" },
  503: { "Retry-After": "1" },
  507: { "Retry-After": "30" },
};

/** The operation's own problem for an unexpected error, if it declares one. */
export function operationProblem<Deps>(operation: Operation<Deps> | undefined, problem: Problem): Problem {
  if (problem.key !== common.internal_server_error.key) return problem;
  return operation?.problems?.unexpected?.() ?? problem;
}

export function problemReply(
  problem: Problem,
  fields?: (problem: Problem) => Record<string, unknown>,
): Reply {
  const headers = { Link: helpLink(problem.key), ...headersByStatus[problem.status], ...problem.headers };
  return json({ ...problem.body(), ...fields?.(problem) }, { status: problem.status, headers });
}

/** In tests, turns an error that the operation does not list into a 500. */
export function checkListed<Deps>(operation: Operation<Deps>, problem: Problem, log: Logger): Problem {
  const { invalidToken, missingScope, unexpected } = operation.problems ?? {};
  const own = [invalidToken?.().key, missingScope?.().key, unexpected?.().key];
  const listed = operation.errors?.some((entry) => entry.key === problem.key) || own.includes(problem.key);
  if (listed || conventionProblemKeys.has(problem.key)) return problem;
  log.error({ operation: operation.id, problem: problem.key }, "problem is not listed on its operation");
  return common.internal_server_error();
}

/** In tests, throws when an answer does not fit its declaration or has undeclared fields. */
export function checkResponse<Deps>(operation: Operation<Deps>, { payload }: Reply): void {
  if (payload.kind === "bytes" || payload.kind === "stream") checkMediaType(operation, payload.contentType);
  if (payload.kind !== "json" && payload.kind !== "jsonText") return;
  const value: unknown = JSON.parse(payload.kind === "json" ? JSON.stringify(payload.value) : payload.text);
  const result = operation.response?.safeParse(value);
  if (!result || (result.success && isDeepStrictEqual(result.data, value))) return;
  const reason = result.success
    ? `it has fields that are not declared: ${JSON.stringify(value)}`
    : result.error.message;
  throw new Error(`the answer of ${operation.id} does not fit its declaration: ${reason}`);
}

const mediaTypeOf = (contentType: string): string => contentType.replace(/;.*/s, "").trim();

/** Checks the answer of an operation that gives files; others answer browsers with pages here and there. */
function checkMediaType<Deps>({ id, file }: Operation<Deps>, contentType: string): void {
  if (file === undefined || [file].flat().map(mediaTypeOf).includes(mediaTypeOf(contentType))) return;
  throw new Error(`the answer of ${id} has a media type that is not declared: ${contentType}`);
}
