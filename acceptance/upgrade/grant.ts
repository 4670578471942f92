import type { SandboxApplication } from "@marketplace-api/sandbox";
import type { Asker } from "../faults/ask.ts";
import { pagesOf } from "../identity/sign-in.ts";

/** What the token endpoint gives. */
export interface Tokens {
  access_token: string;
  refresh_token: string;
}

/** The tokens of one user at one application, each refresh token of which works once. */
export interface Grant {
  tokens: Tokens;
  /** The refresh tokens that were used. */
  used: string[];
}

/** Consents as a user of the picker does, and exchanges the code. */
export async function newGrant({ ask, baseUrl, application }: TokenEndpoint, userId: number): Promise<Grant> {
  const { client_id, client_secret, redirect_uri } = application;
  const browser = pagesOf(baseUrl);
  const query = new URLSearchParams({ response_type: "code", client_id, redirect_uri });
  const page = await browser.get(`/authorization?${query}`);
  const choice = { user_id: String(userId), decision: "allow" };
  const { status, location } = await browser.send(page, "/authorization", choice);
  const code = URL.canParse(location) ? new URL(location).searchParams.get("code") : null;
  if (code === null) throw new Error(`no consent: ${page.status}, ${status} ${location}`);
  const body = { grant_type: "authorization_code", client_id, client_secret, redirect_uri, code };
  const answer = await ask("POST", "/oauth/token", { body });
  if (answer.status !== 200) throw new Error(`no token: ${answer.status} ${answer.bytes}`);
  return { tokens: answer.json<Tokens>(), used: [] };
}

/** Where tokens are refreshed. */
export interface TokenEndpoint {
  ask: Asker;
  baseUrl: string;
  application: SandboxApplication;
}

/** Uses a refresh token once. */
export function refresh({ ask, application }: TokenEndpoint, refreshToken: string): ReturnType<Asker> {
  const { client_id, client_secret } = application;
  const body = { grant_type: "refresh_token", client_id, client_secret, refresh_token: refreshToken };
  return ask("POST", "/oauth/token", { body });
}
