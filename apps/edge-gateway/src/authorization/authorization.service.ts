import { randomUUID } from "node:crypto";
import type { Deps } from "../deps.ts";
import { hashOf, mintGrantText } from "../tokens/token-text.rules.ts";
import type { AuthorizationRequest } from "./authorization-request.rules.ts";

const codeLifetimeMs = 10 * 60_000;

/** Records what a user allowed; gives the code by which the application gets its tokens, once, within ten minutes. */
export async function allow(deps: Deps, request: AuthorizationRequest, userId: number): Promise<string> {
  const { application, redirectUri, scopes, challenge } = request;
  const code = mintGrantText({ userId });
  await deps.grants.add({
    code_hash: hashOf(code),
    application_id: application.id,
    user_id: userId,
    family_id: randomUUID(),
    redirect_uri: redirectUri,
    scopes,
    code_challenge: challenge?.text ?? null,
    code_challenge_method: challenge?.method ?? null,
    expires_at: new Date(deps.clock.now().getTime() + codeLifetimeMs),
  });
  return code;
}

/**
 * Takes back what a user allowed an application: its codes, then its tokens; `false` when there was nothing. In this
 * order, for an exchange holds its code's lock: one that came first has committed its tokens before they are looked for.
 */
export async function withdraw(deps: Deps, userId: number, applicationId: number): Promise<boolean> {
  const { codes, families } = await deps.transaction(async () => ({
    codes: await deps.grants.withdraw(userId, applicationId),
    families: await deps.tokens.revokeGrants(userId, applicationId, deps.clock.now()),
  }));
  for (const family of families) deps.tokenCheck.forget(family);
  return codes > 0 || families.length > 0;
}

/** Where the browser is sent back to, with the answer's parameters added to those the URI has. */
export function returnAddress(redirectUri: string, answer: Record<string, string | undefined>): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(answer)) {
    if (value !== undefined) url.searchParams.append(name, value);
  }
  return url.href;
}
