import type { Authentication } from "../declare/caller.ts";
import { common } from "../declare/common-problems.ts";
import type { Cause, Problem } from "../declare/problem.ts";

type Invalid = Extract<Authentication, { kind: "invalid" }>;

const issues = {
  unknown: ["unknown_token", "no such access token was issued here: get one at POST /oauth/token"],
  expired: [
    "expired_token",
    "the access token has expired: get a new one at POST /oauth/token with its refresh_token",
  ],
  revoked: ["revoked_token", "the access token was revoked: the user has to allow the application again"],
} as const;

/** Why a token is refused, and what to do. The message of the problem is the same for all of them. */
export function tokenCause({ reason }: Invalid): Cause {
  const [code, message] = issues[reason ?? "unknown"];
  return { code, message, references: ["access_token"] };
}

/** 401 `invalid_token` (decisions 1.2), which says why, also by RFC 6750. */
export function invalidToken(authentication: Invalid): Problem {
  const cause = tokenCause(authentication);
  const challenge = `Bearer error="invalid_token", error_description="${cause.message}"`;
  return common.invalid_token({ cause: [cause], headers: { "WWW-Authenticate": challenge } });
}
