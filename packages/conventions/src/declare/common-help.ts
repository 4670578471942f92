import type { common } from "./common-problems.ts";
import type { HelpFor } from "./problem.ts";

/** Why each error of the conventions is answered, and what to do about it. */
export const commonHelp: HelpFor<typeof common> = {
  bad_request: {
    why: "The path, the query, the body or a header is not valid. `cause` names every issue with the place where it is.",
    remedy:
      "Correct each place that `cause[].references` names. OPTIONS on the path describes what it takes.",
  },
  access_token_not_granted: {
    why: "The request carries no access token, and the operation needs one.",
    remedy: "Send the header `Authorization: Bearer TOKEN`, with a token of `POST /oauth/token`.",
  },
  invalid_token: {
    why: "The access token is unknown, has expired or was revoked: `cause[].code` says which.",
    remedy:
      "Get another one with the refresh token. If that fails as well, ask the user for authorization again.",
  },
  invalid_scopes: {
    why: "The token is valid, but lacks the scope of this operation, such as `write`.",
    remedy: "Give the application the scope, and let the user authorize it again.",
  },
  route_not_found: {
    why: "No resource has this path. A path is looked up before the token is.",
    remedy: "Compare the path with the API reference at `/docs`; empty and encoded segments count.",
  },
  method_not_allowed: {
    why: "The resource exists, but does not have this method.",
    remedy: "Use one of the methods that the header `Allow` lists.",
  },
  not_acceptable: {
    why: "The answer is a file, and `callback` asks for it as a script.",
    remedy: "Leave `callback` out.",
  },
  request_timeout: {
    why: "The head came late, the body was slow for longer in all than it may be, or a file took longer than an upload may.",
    remedy: "Send it again over a better connection. Files may be sent one at a time.",
  },
  malformed_http: {
    why: "The bytes are not a request of HTTP/1.1, for instance for a wrong Content-Length.",
    remedy: "Look at what the client, or a proxy before the product, sends.",
  },
  headers_too_large: {
    why: "The header fields together exceed 16 KiB.",
    remedy: "Send fewer or shorter ones; cookies are the usual reason.",
  },
  expectation_failed: {
    why: "The header `Expect` asks for something other than `100-continue`.",
    remedy: "Leave the header out.",
  },
  idempotency_conflict: {
    why: "The same caller has used this Idempotency-Key for another body.",
    remedy: "Make a new key for each new thing, and use it again only to repeat the very same request.",
  },
  precondition_failed: {
    why: "Somebody changed the resource since it was read: `If-Match` names an older ETag.",
    remedy: "Read it again, apply the change to what it is now, and send the new ETag.",
  },
  payload_too_large: {
    why: "The body is larger than this operation takes.",
    remedy: "Send less; the message says how much fits.",
  },
  unsupported_media_type: {
    why: "The Content-Type is not one that the operation reads.",
    remedy: "Send the type that the message names, usually `application/json`.",
  },
  too_many_requests: {
    why: "The caller, or the address without a token, has spent its requests of this minute.",
    remedy: "Wait as many seconds as `Retry-After` says, and slow down.",
  },
  internal_server_error: {
    why: "A defect of the product. Its log has the details under the request's id.",
    remedy:
      "Repeat it with the same Idempotency-Key. If it stays, report it with the answer's `X-Request-Id`.",
  },
  service_unavailable: {
    why: "The service, or a part that it stands on, starts, stops, cannot be reached or took too long.",
    remedy: "Repeat it after the seconds of `Retry-After`. Operators find the part at `/readyz`.",
  },
  insufficient_storage: {
    why: "The disk of the database is nearly full, so that changes are refused before it is.",
    remedy: "Read as before and write later. Operators free space; then writes work again by themselves.",
  },
  invalid_scroll_id: {
    why: "The `scroll_id` was not given by this search, or its five minutes are over.",
    remedy: "Begin the scan again without `scroll_id`.",
  },
};
