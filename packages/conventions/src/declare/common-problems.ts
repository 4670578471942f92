import { problemCatalog } from "./problem.ts";

/** Errors that belong to the conventions, so that every operation may give them (decisions 1.2). */
export const common = problemCatalog({
  bad_request: { status: 400, message: ({ message }: { message: string }) => message },
  access_token_not_granted: {
    status: 403,
    error: "access_token_not_granted",
    message: "access_token was not sent",
  },
  invalid_token: { status: 401, error: "invalid_token", message: "invalid access token" },
  invalid_scopes: { status: 403, message: "Invalid scopes" },
  route_not_found: {
    status: 404,
    error: "resource not found",
    message: ({ method, path }: { method: string; path: string }) => `Resource not found: ${method} ${path}`,
  },
  method_not_allowed: {
    status: 405,
    error: "method_not_allowed",
    message: ({ method }: { method: string }) => `Method ${method} is not allowed on this resource`,
  },
  not_acceptable: { status: 406, message: "This resource is a file and cannot be wrapped in a callback" },
  request_timeout: {
    status: 408,
    error: "bad_request",
    message: "The request did not arrive in time",
  },
  malformed_http: { status: 400, error: "bad_request", message: "The request is not valid HTTP" },
  headers_too_large: {
    status: 431,
    error: "bad_request",
    message: "The header fields of the request are too large",
  },
  expectation_failed: {
    status: 417,
    error: "bad_request",
    message: "The expectation of the request cannot be met: only 100-continue can",
  },
  idempotency_conflict: {
    status: 409,
    message: "This Idempotency-Key was already used with another request body",
  },
  precondition_failed: { status: 412, message: "The resource has changed: its ETag does not match If-Match" },
  payload_too_large: {
    status: 413,
    error: "payload_too_large",
    message: ({ limit }: { limit: number }) => `The body exceeds the limit of ${limit} bytes`,
  },
  unsupported_media_type: {
    status: 415,
    error: "unsupported_media_type",
    message: ({ expected }: { expected: string }) => `Unsupported media type: send ${expected}`,
  },
  too_many_requests: { status: 429, message: "Too many requests: try again later" },
  internal_server_error: { status: 500, message: "Internal server error" },
  service_unavailable: { status: 503, message: "The service is temporarily unavailable: try again later" },
  insufficient_storage: {
    status: 507,
    error: "insufficient_storage",
    message: "There is not enough storage left: reads still work, try to write again later",
  },
  invalid_scroll_id: {
    status: 400,
    error: "invalid.scroll.id",
    message: "The scroll_id is invalid or has expired",
  },
});

/** Error codes that need no listing on an operation: the conventions themselves raise them. */
export const conventionProblemKeys: ReadonlySet<string> = new Set(Object.keys(common));
