import type { Application } from "../applications/applications.repo.ts";
import { mayRedirect } from "../applications/redirect-uri.rules.ts";
import type { Grant } from "../authorization/grants.repo.ts";
import type { Deps } from "../deps.ts";
import { tokensIssued } from "../tokens/token-events.rules.ts";
import { hashOf } from "../tokens/token-text.rules.ts";
import type { Family } from "../tokens/tokens.repo.ts";
import { issueTokens, type TokenAnswer } from "../tokens/tokens.service.ts";
import { oauthProblems } from "./oauth.problems.ts";
import type { Parameters } from "./parameters.rules.ts";
import { verifies } from "./pkce.rules.ts";
import { carryOut, type Decision, endReplayed, repetitionMs } from "./token-decision.service.ts";

const invalidGrant = (reason: string) => oauthProblems.invalid_grant({ reason });
const unusableCode = () => invalidGrant("The code is unknown, expired or was already used");

/** Exchanges an authorization code, once; what does not fit leaves the code as it was. */
export async function exchangeCode(
  deps: Deps,
  application: Application,
  parameters: Parameters,
): Promise<TokenAnswer> {
  const code = required(parameters, "code");
  const redirectUri = required(parameters, "redirect_uri");
  const codeHash = hashOf(code);
  const decision = await deps.transaction(async (): Promise<Decision> => {
    const grant = await deps.grants.lock(codeHash);
    if (!grant || grant.application_id !== application.id) return { refused: unusableCode() };
    const now = deps.clock.now();
    const family = { id: grant.family_id, applicationId: application.id, userId: grant.user_id };
    if (grant.used_at) return refuseSpent(deps, family, now.getTime() - grant.used_at.getTime());
    if (grant.expires_at <= now) return { refused: unusableCode() };
    if (grant.redirect_uri !== redirectUri)
      return { refused: invalidGrant("The redirect_uri is not the one the code was given for") };
    if (!mayRedirect(application, redirectUri))
      return { refused: invalidGrant("The redirect_uri is no longer one that the application registered") };
    if (!isProven(grant, parameters.get("code_verifier")))
      return { refused: invalidGrant("The code_verifier does not fit the code_challenge") };
    if (!(await deps.tokens.createFamily({ ...family, sessionId: grant.session_id })))
      return { refused: unusableCode() };
    await deps.grants.markUsed(codeHash, now);
    const { scopes } = grant;
    await deps.audit.record(tokensIssued(family, { grantType: "authorization_code", scopes }));
    return { tokens: await issueTokens(deps, family, { scopes }) };
  });
  return carryOut(deps, decision);
}

function required(parameters: Parameters, name: string): string {
  const value = parameters.get(name);
  if (value === undefined) throw oauthProblems.invalid_request({ reason: `${name} is required` });
  return value;
}

/** A challenge needs its verifier. A verifier without a challenge is a sign of a PKCE downgrade. */
function isProven({ code_challenge, code_challenge_method }: Grant, verifier: string | undefined): boolean {
  if (code_challenge === null || code_challenge_method === null) return verifier === undefined;
  return verifier !== undefined && verifies(verifier, code_challenge, code_challenge_method);
}

async function refuseSpent(deps: Deps, family: Family, ageMs: number): Promise<Decision> {
  const refused = unusableCode();
  return ageMs <= repetitionMs
    ? { refused }
    : endReplayed(deps, family, { refused, reason: "replayed_code" });
}
