import { randomUUID } from "node:crypto";
import type { Reply } from "@marketplace/conventions";
import type { Deps } from "../deps.ts";
import { sendTo } from "../sign-in/pages/page-reply.ts";
import type { Session } from "../sign-in/sessions.service.ts";
import { hashOf, mintGrantText } from "../tokens/token-text.rules.ts";
import type { AuthorizationRequest } from "./authorization-request.rules.ts";

const codeLifetimeMs = 10 * 60_000;

/** The user who consents: picked on the page of a sandbox, or signed in, in a session. */
interface Consenting {
  userId: number;
  session?: Session;
}

/** The session ended while its user decided. */
export class SessionEnded extends Error {}

/**
 * Records the user's consent and returns the authorization code, which is valid once, within ten minutes.
 * Throws SessionEnded. What ends a session waits for a consent under way, and then withdraws its code.
 */
async function allow(
  deps: Deps,
  request: AuthorizationRequest,
  { userId, session }: Consenting,
): Promise<string> {
  const { application, redirectUri, scopes, challenge } = request;
  const code = mintGrantText({ userId }, deps.credentialTag);
  const grant = {
    code_hash: hashOf(code),
    application_id: application.id,
    user_id: userId,
    family_id: randomUUID(),
    redirect_uri: redirectUri,
    scopes,
    code_challenge: challenge?.text ?? null,
    code_challenge_method: challenge?.method ?? null,
    session_id: session?.id ?? null,
    expires_at: new Date(deps.clock.now().getTime() + codeLifetimeMs),
  };
  await deps.transaction(async () => {
    if (session && !(await deps.sessions.hold(session))) throw new SessionEnded("the session has ended");
    await deps.grants.add(grant);
    await deps.audit.record({
      action: "consent.granted",
      actor_id: userId,
      application_id: application.id,
      subject: consentPath(userId, application.id),
      details: { scopes: scopes.join(" ") },
    });
  });
  return code;
}

/** Records that a user refused; `undefined` is a visitor who did not say who they are. */
async function deny({ audit }: Deps, applicationId: number, userId: number | undefined): Promise<void> {
  await audit.record({
    action: "consent.denied",
    actor_id: userId ?? null,
    application_id: applicationId,
    subject: userId === undefined ? `/applications/${applicationId}` : consentPath(userId, applicationId),
  });
}

const consentPath = (userId: number, applicationId: number): string =>
  `/users/${userId}/applications/${applicationId}`;

type Decision = ({ decision: "allow" } & Consenting) | { decision: "deny"; userId: number | undefined };

/** Records what the user decided and sends the browser back to the application with it. */
export async function decisionReply(
  deps: Deps,
  request: AuthorizationRequest,
  decided: Decision,
): Promise<Reply> {
  const { redirectUri, state, application } = request;
  if (decided.decision === "allow")
    return sendTo(returnAddress(redirectUri, { code: await allow(deps, request, decided), state }));
  await deny(deps, application.id, decided.userId);
  return sendTo(denialAddress(request));
}

/** The address that tells the application that the user did not consent. */
export const denialAddress = ({ redirectUri, state }: AuthorizationRequest): string =>
  returnAddress(redirectUri, {
    error: "access_denied",
    error_description: "The user did not allow it",
    state,
  });

/**
 * Revokes a user's consent to an application; false when there was none. Codes go before tokens: an exchange
 * holds its code's lock, so an earlier exchange has committed its tokens by then.
 */
export async function withdraw(deps: Deps, userId: number, applicationId: number): Promise<boolean> {
  const families = await deps.transaction(async () => {
    const codes = await deps.grants.withdraw(userId, applicationId);
    const revoked = await deps.tokens.revokeGrants(userId, applicationId, deps.clock.now());
    if (codes === 0 && revoked.length === 0) return undefined;
    const subject = consentPath(userId, applicationId);
    const details = { codes, families: revoked.length };
    await deps.audit.record({ action: "consent.withdrawn", subject, details });
    return revoked;
  });
  for (const family of families ?? []) deps.tokenCheck.forget(family);
  return families !== undefined;
}

/** The redirect URI with the answer's parameters added to its own. */
export function returnAddress(redirectUri: string, answer: Record<string, string | undefined>): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(answer)) {
    if (value !== undefined) url.searchParams.append(name, value);
  }
  return url.href;
}
