import { looksLikeAccessToken } from "@marketplace/contracts";
import { type Authentication, type Caller, common, invalidToken } from "@marketplace/conventions";
import type { Request } from "express";
import type { Deps } from "../../deps.ts";

/** The caller by the token of the header or query; `undefined` when there is no such token. */
export function knownCaller({ conventions }: Deps, req: Request): Caller | undefined {
  const authentication = conventions.authenticate(req);
  return authentication.kind === "none" ? undefined : allowed(authentication);
}

/** The caller by the form field access_token (spec: Endpoints B; decisions 1.3). */
export async function callerOfToken({ identity }: Deps, token: string | undefined): Promise<Caller> {
  if (token === undefined) return allowed({ kind: "none" });
  // The field may be of any length; a call, whose input is in its URL, may not.
  return allowed(looksLikeAccessToken(token) ? await identity.authenticate({ token }) : { kind: "invalid" });
}

function allowed(authentication: Authentication): Caller {
  if (authentication.kind === "none") throw common.access_token_not_granted();
  if (authentication.kind === "invalid") throw invalidToken(authentication);
  if (!authentication.caller.scopes.includes("write")) throw common.invalid_scopes();
  return authentication.caller;
}
