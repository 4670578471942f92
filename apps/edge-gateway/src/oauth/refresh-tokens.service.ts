import type { Application } from "../applications/applications.repo.ts";
import type { Deps } from "../deps.ts";
import { hashOf } from "../tokens/token-text.rules.ts";
import type { Family, RefreshToken } from "../tokens/tokens.repo.ts";
import { issueTokens, type TokenAnswer } from "../tokens/tokens.service.ts";
import { oauthProblems } from "./oauth.problems.ts";
import type { Parameters } from "./parameters.rules.ts";
import { grantedScopes } from "./scopes.policy.ts";
import { carryOut, type Decision, endReplayed, repetitionMs } from "./token-decision.service.ts";

const unusable = () =>
  oauthProblems.invalid_grant({
    reason: "The refresh_token is unknown, expired, revoked or was already used",
  });

/**
 * Exchanges a refresh token, once. Its row and its family are locked first, so the second of two parallel
 * requests sees it spent. A spent token that comes back after the grace period is stolen, or its successor
 * is: the whole family is revoked (RFC 9700, 4.14). Fewer scopes narrow the access token only.
 */
export async function refreshTokens(
  deps: Deps,
  application: Application,
  parameters: Parameters,
): Promise<TokenAnswer> {
  const text = parameters.get("refresh_token");
  if (text === undefined) throw oauthProblems.invalid_request({ reason: "refresh_token is required" });
  const hash = hashOf(text);
  const decision = await deps.transaction(async (): Promise<Decision> => {
    const token = await deps.tokens.lockRefresh(hash);
    if (!token || token.application_id !== application.id) return { refused: unusable() };
    const family = { id: token.family_id, applicationId: application.id, userId: token.user_id };
    if (token.used_at) return refuseSpent(deps, family, token.used_at);
    const now = deps.clock.now();
    if (isOver(token, now)) return { refused: unusable() };
    const scopes = grantedScopes(parameters.get("scope"), token.scopes);
    await deps.tokens.markUsed(hash, now);
    return { tokens: await issueTokens(deps, family, { scopes, granted: token.scopes }) };
  });
  return carryOut(deps, decision);
}

const isOver = ({ revoked_at, expires_at }: RefreshToken, now: Date): boolean =>
  revoked_at !== null || expires_at <= now;

async function refuseSpent(deps: Deps, family: Family, usedAt: Date): Promise<Decision> {
  const refused = unusable();
  if (deps.clock.now().getTime() - usedAt.getTime() <= repetitionMs) return { refused };
  return endReplayed(deps, family, { refused, reason: "replayed_refresh_token" });
}
