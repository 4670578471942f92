import { randomUUID } from "node:crypto";
import type { Scope } from "@marketplace/conventions";
import type { Application } from "../applications/applications.repo.ts";
import type { Deps } from "../deps.ts";
import { allScopes } from "../oauth/scopes.policy.ts";
import { tokensIssued } from "../tokens/token-events.rules.ts";
import { hashOf, mintSecret } from "../tokens/token-text.rules.ts";
import { issueTokens, type TokenAnswer } from "../tokens/tokens.service.ts";

const loopbackNames = ["127.0.0.1", "localhost"];

/** Where the console takes authorization codes: at the public address, or at another name of this machine. */
function redirectsTo(baseUrl: string): string[] {
  const { hostname } = new URL(baseUrl);
  const names = loopbackNames.includes(hostname) ? loopbackNames : [hostname];
  return names.map((name) => {
    const url = new URL(`${baseUrl}/console/`);
    url.hostname = name;
    return url.href;
  });
}

/**
 * The console as an application, which the product registers by itself. It runs in browsers, so that nobody
 * knows its secret: it has none that is sent.
 */
export const consoleApplication = ({ applications, baseUrl }: Deps): Promise<Application> =>
  applications.builtin("console", {
    name: "Console",
    redirect_uris: redirectsTo(baseUrl),
    grant_types: ["authorization_code", "refresh_token"],
    scopes: [...allScopes],
    secret_hash: hashOf(mintSecret()),
  });

/** Tokens that the sandbox lab makes for a user who is not asked. */
export interface WantedTokens {
  userId: number;
  /** The console when absent. */
  applicationId?: number | undefined;
  /** `read` and `write` when absent; the application may have others. */
  scopes?: readonly Scope[] | undefined;
  /** How long the access token lives, in seconds; as any other when absent. */
  lifeSeconds?: number | undefined;
}

/**
 * Tokens for a user who was not asked; `undefined` where the user or the application is unknown or disabled.
 * Those of the console are not renewed: the console of a sandbox asks for other ones.
 */
export async function mintTokens(
  deps: Deps,
  { userId, applicationId: wanted, scopes = ["read", "write"], lifeSeconds }: WantedTokens,
): Promise<TokenAnswer | undefined> {
  const applicationId = wanted ?? (await consoleApplication(deps)).id;
  const family = { id: randomUUID(), applicationId, userId };
  return deps.transaction(async () => {
    if (!(await deps.tokens.createFamily(family))) return undefined;
    await deps.audit.record(tokensIssued(family, { grantType: "sandbox", scopes }));
    return issueTokens(deps, family, { scopes, lifeSeconds });
  });
}
