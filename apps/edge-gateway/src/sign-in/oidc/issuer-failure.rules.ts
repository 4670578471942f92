import { AuthorizationResponseError, ClientError, ResponseBodyError } from "openid-client";

/**
 * Why nobody was signed in at the issuer. `away`: it did not answer, or not to us. `refused`: it sent the
 * browser back with an error. `unproven`: its answer does not hold, for instance because it is a replay.
 */
export type FailureKind = "away" | "refused" | "unproven";

/** A sign-in that failed; the message is for the log. */
export class IssuerFailure extends Error {
  readonly kind: FailureKind;
  /** The error code of OAuth or of the library. */
  readonly code: string | undefined;

  constructor(kind: FailureKind, cause: Error & { code?: string | undefined }, code = cause.code) {
    super(`the sign-in at the issuer failed: ${cause.message}`, { cause });
    this.kind = kind;
    this.code = code;
  }
}

/** The codes of answers that never came, or are not what OAuth speaks. */
const awayCodes = new Set([
  "OAUTH_TIMEOUT",
  "OAUTH_ABORT",
  "OAUTH_RESPONSE_IS_NOT_CONFORM",
  "OAUTH_RESPONSE_IS_NOT_JSON",
  "OAUTH_PARSE_ERROR",
]);

/** What an error of the library means; errors that are not the issuer's are thrown on. */
export function failureOf(error: unknown): IssuerFailure {
  if (error instanceof AuthorizationResponseError) return new IssuerFailure("refused", error, error.error);
  // A spent code. Other errors of the token endpoint are between the issuer and this deployment.
  if (error instanceof ResponseBodyError)
    return new IssuerFailure(error.error === "invalid_grant" ? "unproven" : "away", error, error.error);
  if (error instanceof ClientError)
    return new IssuerFailure(awayCodes.has(error.code ?? "") ? "away" : "unproven", error);
  // `fetch` gives up with a TypeError.
  if (error instanceof TypeError) return new IssuerFailure("away", error);
  throw error;
}
