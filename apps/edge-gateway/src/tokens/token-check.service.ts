import { createCache, createSingleFlight } from "@marketplace/cache";
import type { Authentication } from "@marketplace/conventions";
import type { Clock, SystemClock } from "@marketplace/server";
import type { Metrics } from "@marketplace/telemetry";
import { hashOf, looksLikeAccessToken } from "./token-text.rules.ts";
import type { AccessToken } from "./tokens.repo.ts";

/** What the gateway knows of a request's token. */
export interface Checked {
  authentication: Authentication;
  /** The application's own rate limit; `null` follows the deployment's. */
  requestsPerMinute: number | null;
}

export const noToken: Checked = { authentication: { kind: "none" }, requestsPerMinute: null };
const invalidToken: Checked = { authentication: { kind: "invalid" }, requestsPerMinute: null };

interface Entry {
  checked: Checked;
  familyId: string;
  /** By the clock of the token's lifetime, in milliseconds since the epoch. */
  expiresAt: number;
}

export interface TokenCheck {
  /** The cached result at once, else a promise of what the database says. */
  check(token: string): Checked | Promise<Checked>;
  /** Drops the tokens of a revoked family; all tokens when no family is named. */
  forget(familyId?: string): void;
}

interface Parts {
  find: (hash: Buffer<ArrayBuffer>) => Promise<AccessToken | undefined>;
  clock: Clock;
  systemClock: SystemClock;
  metrics?: Pick<Metrics, "cache">;
  /** Limits the life of a revoked token while notices of other processes do not arrive. */
  ttlMs?: number;
  maxEntries?: number;
}

/**
 * LRU cache of valid tokens with single-flight reads. Invalid tokens are not cached: nobody can evict valid
 * ones by inventing tokens.
 */
export function createTokenCheck(parts: Parts): TokenCheck {
  const { find, clock, systemClock, metrics, ttlMs = 1_000, maxEntries = 20_000 } = parts;
  const cache = createCache<string, Entry>({
    name: "tokens",
    metrics,
    maxEntries,
    ttlMs,
    now: () => systemClock.monotonicMs(),
  });
  const singleFlight = createSingleFlight<string, Checked>();
  let revocations = 0;

  async function read(token: string): Promise<Checked> {
    const before = revocations;
    const found = await find(hashOf(token));
    const expiresAt = found?.expires_at.getTime() ?? 0;
    if (!found || expiresAt <= clock.now().getTime()) return invalidToken;
    const checked = { authentication: authenticationOf(found), requestsPerMinute: found.requests_per_minute };
    // A token read during a revocation may be out of date: it serves this request only.
    if (before === revocations) cache.set(token, { checked, familyId: found.family_id, expiresAt });
    return checked;
  }

  return {
    check(token) {
      const entry = cache.get(token);
      if (entry && entry.expiresAt > clock.now().getTime()) return entry.checked;
      return looksLikeAccessToken(token) ? singleFlight(token, () => read(token)) : invalidToken;
    },
    forget(familyId) {
      if (familyId === undefined) cache.clear();
      for (const [token, entry] of [...cache.entries()]) if (entry.familyId === familyId) cache.delete(token);
      revocations++;
      singleFlight.forget();
    },
  };
}

const authenticationOf = (token: AccessToken): Authentication => ({
  kind: "caller",
  caller: {
    userId: token.user_id,
    applicationId: token.application_id,
    siteId: token.site_id,
    scopes: token.scopes,
    roles: token.roles,
  },
});
