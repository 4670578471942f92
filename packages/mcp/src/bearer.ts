import { hash, timingSafeEqual } from "node:crypto";
import { type CacheOptions, createCache } from "@marketplace/cache";
import {
  type AuthInfo,
  bearerAuthChallengeResponse,
  OAuthError,
  OAuthErrorCode,
  verifyBearerToken,
} from "@modelcontextprotocol/server";
import type { RequestHandler } from "express";
import { askProduct, type ProductAnswer } from "./product.ts";

export interface Product {
  /** Where the product is reached from here, without a trailing slash. */
  baseUrl: string;
  /** The admin token of the sandbox lab; `undefined` where there is none. */
  adminToken: string | undefined;
  /** A monotonic clock in milliseconds. */
  now?: () => number;
  metrics?: CacheOptions<string, true>["metrics"];
}

/** The scope of the lab's admin token. */
export const admin = "admin";

/**
 * Accepts requests with a token of the lab or of a user whom the product knows, and answers 401 to others.
 * Where the product does not say whose token it is, the request may be repeated with it: 429 or 503.
 */
export function requireToken(product: Product): RequestHandler {
  const isAccepted = rememberingAccepted((token) => isUsers(token, product), product);
  const verifier = { verifyAccessToken: (token: string) => verified(token, product, isAccepted) };
  return async (req, res, next) => {
    try {
      // The handler of MCP reads it there.
      Object.assign(req, { auth: await verifyBearerToken(req.headers.authorization, { verifier }) });
    } catch (error) {
      const refusal = error instanceof Unjudged ? error.response() : bearerAuthChallengeResponse(error);
      res
        .status(refusal.status)
        .setHeaders(refusal.headers)
        .send(await refusal.text());
      return;
    }
    next();
  };
}

type IsAccepted = (token: string) => Promise<boolean>;

const acceptedMs = 10_000;

/**
 * Asks about a token that was accepted once in ten seconds. One that is revoked meanwhile opens nothing: the
 * product checks it with every call of a tool.
 */
function rememberingAccepted(
  isAccepted: IsAccepted,
  { now, metrics }: Pick<Product, "now" | "metrics">,
): IsAccepted {
  const accepted = createCache<string, true>({
    name: "mcp-tokens",
    metrics,
    maxEntries: 1_000,
    ttlMs: acceptedMs,
    ...(now && { now }),
  });
  return async (token) => {
    const key = hash("sha256", token);
    if (accepted.get(key)) return true;
    const isKnown = await isAccepted(token);
    if (isKnown) accepted.set(key, true);
    return isKnown;
  };
}

/** Whose token it is. */
async function verified(token: string, { adminToken }: Product, isAccepted: IsAccepted): Promise<AuthInfo> {
  // Nothing depends on this end: how long a token lives, the product says.
  const info = { token, clientId: "marketplace", expiresAt: Number.POSITIVE_INFINITY };
  if (adminToken !== undefined && isSame(token, adminToken)) return { ...info, scopes: [admin] };
  if (await isAccepted(token)) return { ...info, scopes: ["user"] };
  throw new OAuthError(OAuthErrorCode.InvalidToken, "The token is neither a user's nor the sandbox's");
}

/** Whether the product knows the token as a user's; throws where it does not say. */
async function isUsers(token: string, { baseUrl }: Product): Promise<boolean> {
  const answer = await askProduct(baseUrl, { method: "GET", path: "/users/me", token }).catch((cause) => {
    throw new Unjudged(undefined, { cause });
  });
  // 403: the token is known, and may not read.
  if (answer.status === 200 || answer.status === 403) return true;
  if (mayDifferLater(answer.status)) throw new Unjudged(answer);
  return false;
}

/** All else is about the token: 404, say, is that of a world that has ended. */
const mayDifferLater = (status: number): boolean =>
  status === 408 || status === 429 || status < 400 || status >= 500;

/** The product did not say whose token it is. */
class Unjudged extends Error {
  readonly #answer: ProductAnswer | undefined;
  constructor(answer: ProductAnswer | undefined, options?: ErrorOptions) {
    super("the product did not say whose token it is", options);
    this.#answer = answer;
  }

  response(): Response {
    const { status, retryAfter } = this.#answer ?? {};
    const problem = new OAuthError(
      OAuthErrorCode.TemporarilyUnavailable,
      `The product cannot check the token now: ${status ?? "no answer"}`,
    );
    return Response.json(problem.toResponseObject(), {
      status: status === 429 ? 429 : 503,
      ...(retryAfter && { headers: { "Retry-After": retryAfter } }),
    });
  }
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
