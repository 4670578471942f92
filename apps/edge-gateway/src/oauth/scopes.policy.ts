import type { Scope } from "@marketplace/conventions";
import { oauthProblems } from "./oauth.problems.ts";

/** Every scope, in the standard order. */
export const allScopes = ["read", "write", "offline_access"] as const satisfies readonly Scope[];
const isScope = (word: string): word is Scope => allScopes.some((scope) => scope === word);

/**
 * The requested scopes, in the standard order; all allowed scopes when none is requested. Throws
 * `invalid_scope` for an unknown or forbidden one.
 */
export function grantedScopes(asked: string | undefined, allowed: readonly Scope[]): Scope[] {
  const words = asked?.split(/[ ,]+/).filter((word) => word !== "") ?? [];
  if (words.length === 0) return allScopes.filter((scope) => allowed.includes(scope));
  for (const word of words) {
    if (!isScope(word))
      throw oauthProblems.invalid_scope({ reason: "The scope is none of read, write, offline_access" });
    if (!allowed.includes(word))
      throw oauthProblems.invalid_scope({ reason: `The scope ${word} goes beyond what was granted` });
  }
  return allScopes.filter((scope) => words.includes(scope));
}
