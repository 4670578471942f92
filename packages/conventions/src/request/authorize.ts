import { type Authentication, type Caller, nobody } from "../declare/caller.ts";
import { common } from "../declare/common-problems.ts";
import type { Operation } from "../declare/declare.ts";
import { invalidToken, tokenCause } from "./invalid-token.ts";

/** Returns the caller of an operation, or throws the problem of its token (decisions 1.3 and 1.4). */
export function authorize<Deps>(
  operation: Operation<Deps>,
  authentication: Authentication,
): Caller | undefined {
  if (operation.access === "public")
    return authentication.kind === "caller" ? authentication.caller : undefined;
  if (authentication.kind === "none") {
    if (authentication.reads && operation.anonymous && operation.method === "GET") return nobody;
    throw common.access_token_not_granted();
  }
  if (authentication.kind === "invalid") {
    const own = operation.problems?.invalidToken?.({ cause: [tokenCause(authentication)] });
    throw own ?? invalidToken(authentication);
  }
  const { caller } = authentication;
  if (caller.scopes.includes(operation.access)) return caller;
  throw operation.problems?.missingScope?.() ?? common.invalid_scopes();
}
