import { createSingleFlight } from "@marketplace/cache";
import type { Logger, SystemClock } from "@marketplace/server";
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  clockTolerance,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from "openid-client";
import { issuerName, type OidcSettings } from "./config.ts";
import { failureOf } from "./issuer-failure.rules.ts";

/** What has to come back, and to be sent, when the browser returns from the issuer. */
export interface Expected {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** Who the issuer says somebody is. */
export interface Person {
  issuer: string;
  subject: string;
  /** Their e-mail address, if the issuer has verified it. */
  verifiedEmail(): Promise<string | undefined>;
}

/** The issuer answers within this time, or counts as away (seconds). */
const timeoutSeconds = 5;
/** The issuer's clock may differ from ours by this (seconds). */
const toleratedSkewSeconds = 60;
/** The issuer's addresses are read again after this time. */
const discoveredForMs = 3_600_000;

interface Parts {
  /** Where the issuer sends browsers back to. */
  redirectUri: string;
  clock: SystemClock;
  log: Logger;
}

export type Issuer = ReturnType<typeof createIssuer>;

/**
 * An OpenID Connect issuer, asked by the authorization code flow with PKCE. Its addresses are discovered when
 * somebody first signs in: the gateway starts without it. What fails is an `IssuerFailure`.
 */
export function createIssuer(settings: OidcSettings, { redirectUri, clock, log }: Parts) {
  const configuration = cachedDiscovery(settings, { clock, log });
  return {
    /** The address at which somebody signs in, and what to expect of its answer. */
    async begin({ again }: { again: boolean }): Promise<{ address: string; expected: Expected }> {
      const config = await configuration();
      const expected = { state: randomState(), nonce: randomNonce(), codeVerifier: randomPKCECodeVerifier() };
      const address = buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: settings.scopes,
        state: expected.state,
        nonce: expected.nonce,
        code_challenge: await calculatePKCECodeChallenge(expected.codeVerifier),
        code_challenge_method: "S256",
        // Somebody who is signed in here wants to be somebody else there.
        ...(again && { prompt: "login" }),
      });
      return { address: address.href, expected };
    },

    /** Who came back with this answer. The ID token's signature, claims and nonce are verified. */
    async finish(answer: URLSearchParams, expected: Expected): Promise<Person> {
      const config = await configuration();
      const address = new URL(redirectUri);
      address.search = answer.toString();
      const checks = {
        expectedState: expected.state,
        expectedNonce: expected.nonce,
        pkceCodeVerifier: expected.codeVerifier,
        idTokenExpected: true,
      };
      const tokens = await authorizationCodeGrant(config, address, checks).catch(failed);
      const claims = tokens.claims();
      if (!claims) throw new Error("an ID token was required and is not there");
      return {
        issuer: issuerName(claims.iss),
        subject: claims.sub,
        verifiedEmail: async () =>
          verifiedIn(claims) ??
          verifiedIn(await fetchUserInfo(config, tokens.access_token, claims.sub).catch(failed)),
      };
    },
  };
}

const failed = (error: unknown): never => {
  throw failureOf(error);
};

/** Some issuers write the flag as text. */
const verifiedIn = ({ email, email_verified }: Readonly<Record<string, unknown>>): string | undefined =>
  typeof email === "string" && String(email_verified) === "true" ? email : undefined;

/** Basic is what every issuer has to take unless it says otherwise (OpenID Connect Discovery, 3). */
const clientSecret = (secret: string): ClientAuth => {
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)];
  return (as, ...rest) => {
    const methods = as.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    return (methods.includes("client_secret_basic") ? basic : post)(as, ...rest);
  };
};

/** What the issuer says of itself, read again every hour; what was read before is used while it is away. */
function cachedDiscovery(
  { issuer, clientId, clientSecret: secret }: OidcSettings,
  { clock, log }: Omit<Parts, "redirectUri">,
): () => Promise<Configuration> {
  const insecure = issuer.startsWith("http:") ? [allowInsecureRequests] : [];
  const client = { [clockTolerance]: toleratedSkewSeconds };
  const discover = () =>
    discovery(new URL(issuer), clientId, client, clientSecret(secret), {
      timeout: timeoutSeconds,
      execute: [enableNonRepudiationChecks, ...insecure],
    });
  const shared = createSingleFlight<"issuer", Configuration>();
  let known: { configuration: Configuration; readAt: number } | undefined;
  return async () => {
    if (known && clock.monotonicMs() - known.readAt < discoveredForMs) return known.configuration;
    try {
      const configuration = await shared("issuer", discover);
      known = { configuration, readAt: clock.monotonicMs() };
    } catch (error) {
      if (!known) return failed(error);
      log.warn({ err: error, issuer }, "the issuer's description cannot be read; the former one is used");
      known.readAt = clock.monotonicMs();
    }
    return known.configuration;
  };
}
