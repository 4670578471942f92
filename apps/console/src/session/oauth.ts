import { exchangeCode, type Tokens } from "@marketplace-api/client";
import { base64url, randomText } from "../shared/random-text.ts";
import type { Settings } from "./settings.ts";
import { readTab, updateTab } from "./tab.ts";

const redirectUri = (): string => `${location.origin}/console/`;

/** Browsers give pages that came over plain HTTP no `crypto.subtle`, without which there is no PKCE. */
export const canLeaveToSignIn = (): boolean => window.isSecureContext;

interface Leaving {
  /** Whether the user chooses an account, though the browser has one signed in. */
  isChoice?: boolean;
}

/** Leaves for the consent page; the browser comes back with a code (RFC 7636). */
export async function leaveToSignIn({ client_id }: Settings, { isChoice }: Leaving = {}): Promise<void> {
  const [state, verifier] = [randomText(), randomText()];
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  updateTab({ signIn: { state, verifier, target: location.pathname + location.search } });
  const request = new URLSearchParams({
    response_type: "code",
    client_id,
    redirect_uri: redirectUri(),
    state,
    code_challenge: base64url(new Uint8Array(digest)),
    code_challenge_method: "S256",
  });
  location.assign(`${isChoice ? "/sign_in" : "/authorization"}?${request}`);
}

/** What came back from the consent page. */
export type Returned = { kind: "tokens"; tokens: Tokens } | { kind: "refused"; reason: string };

/** Takes what the address of this page brought back; `undefined` when nothing did. */
export async function takeReturned({ client_id }: Settings): Promise<Returned | undefined> {
  const query = new URLSearchParams(location.search);
  const { signIn } = readTab();
  if (!query.has("state") || !signIn) return undefined;
  updateTab({ signIn: undefined });
  history.replaceState(null, "", signIn.target);
  if (query.get("state") !== signIn.state) return undefined;
  const code = query.get("code");
  if (code === null)
    return { kind: "refused", reason: query.get("error_description") ?? query.get("error") ?? "" };
  const tokens = await exchangeCode({
    baseUrl: location.origin,
    application: { clientId: client_id },
    code,
    redirectUri: redirectUri(),
    codeVerifier: signIn.verifier,
  });
  return { kind: "tokens", tokens };
}
