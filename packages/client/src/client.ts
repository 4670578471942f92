import createFetchClient, { type Client } from "openapi-fetch";
import { authorized } from "./authorized.ts";
import type { paths } from "./generated/api.ts";
import {
  type ElementOf,
  type Fetch,
  type GetPath,
  type ListOf,
  type Parameters,
  paged,
  type ReadOptions,
  scanned,
} from "./listing.ts";
import { type Application, requestTokens, type Tokens } from "./oauth.ts";
import { defaultRetryPolicy, type RetryPolicy, retrying } from "./retrying.ts";
import type { Clock, Send } from "./send.ts";
import { systemClock } from "./system-clock.ts";
import { fixedToken, renewingTokens, type TokenSource } from "./token-source.ts";

/** Tokens that renew themselves. */
export interface Session {
  application: Application;
  tokens: Tokens;
  /**
   * Store these tokens: the previous refresh token is spent. Awaited before the new token is sent; told again
   * by the next call when it fails.
   */
  onTokens?: (tokens: Tokens) => void | Promise<void>;
}

export interface ClientOptions {
  /** Address of the product. */
  baseUrl: string;
  /** An access token, or a session that renews it. */
  auth: string | Session;
  retry?: Partial<RetryPolicy>;
  /** Sends the requests; the platform's own unless given. */
  fetch?: Send;
  clock?: Clock;
  random?: () => number;
}

/** openapi-fetch's GET, POST, PUT and DELETE over the product's paths, and two ways to read long lists. */
export interface MarketplaceClient extends Client<paths> {
  /**
   * Every element of a list, block by block. Raises ApiError when a block is refused, and WindowExceeded
   * after the last element that limit and offset can reach when more match.
   */
  paged<P extends GetPath, K extends ListOf<P>>(
    path: P,
    list: K,
    params?: Parameters<P>,
    options?: ReadOptions,
  ): AsyncGenerator<ElementOf<P, K>, void>;
  /**
   * Every element of a search, however many match. Raises ApiError when a block is refused, TypeError when an
   * answer does not say where to go on: a filter of its fields leaves `scroll_id` out.
   */
  scan<P extends GetPath, K extends ListOf<P>>(
    path: P,
    list: K,
    params?: Parameters<P>,
    options?: ReadOptions,
  ): AsyncGenerator<ElementOf<P, K>, void>;
}

const withoutTrailingSlash = (url: string): string =>
  url.endsWith("/") ? withoutTrailingSlash(url.slice(0, -1)) : url;

/** A client of one user of one product. It holds no connection and needs no closing. */
export function createClient(options: ClientOptions): MarketplaceClient {
  const { fetch: send = (request) => fetch(request), clock = systemClock, random = Math.random } = options;
  const baseUrl = withoutTrailingSlash(options.baseUrl);
  const policy = { ...defaultRetryPolicy, ...options.retry };
  const keeper = keeperOf({ ...options, baseUrl }, send, clock);
  const client = createFetchClient<paths>({
    baseUrl,
    fetch: authorized(retrying(send, { policy, clock, random }), keeper, baseUrl),
  });
  // A path that is only known as text has no types of its own; the public signatures have them.
  const read = client.GET as unknown as (path: string, init: object) => ReturnType<Fetch>;
  const fetched: Fetch = (path, { params, signal }) => read(path, { params, ...(signal && { signal }) });
  return {
    ...client,
    paged: (path, list, params, options) => paged(fetched, { path, list, params, ...options }),
    scan: (path, list, params, options) => scanned(fetched, { path, list, params, ...options }),
  };
}

function keeperOf({ baseUrl, auth }: ClientOptions, send: Send, clock: Clock): TokenSource {
  if (typeof auth === "string") return fixedToken(auth);
  const { application, tokens, onTokens = () => undefined } = auth;
  return renewingTokens({
    tokens,
    onTokens,
    now: clock.now,
    renew: (refresh_token) =>
      requestTokens(
        { baseUrl, application, send, now: clock.now },
        { grant_type: "refresh_token", refresh_token },
      ),
  });
}

/** An authorization code that came to the redirect URI, and how to prove that it is ours. */
export interface CodeExchange {
  baseUrl: string;
  application: Application;
  code: string;
  redirectUri: string;
  /** PKCE: what the code_challenge was made of. */
  codeVerifier?: string;
}

/** Exchanges an authorization code for tokens. Raises OAuthError when the server refuses. */
export function exchangeCode({
  baseUrl,
  application,
  code,
  redirectUri,
  codeVerifier,
}: CodeExchange): Promise<Tokens> {
  const proof = codeVerifier === undefined ? undefined : { code_verifier: codeVerifier };
  const endpoint = {
    baseUrl: withoutTrailingSlash(baseUrl),
    application,
    send: (request: Request) => fetch(request),
    now: systemClock.now,
  };
  return requestTokens(endpoint, {
    grant_type: "authorization_code",
    code,
    redirect_uri: redirectUri,
    ...proof,
  });
}
