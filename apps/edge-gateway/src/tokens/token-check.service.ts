import { createCache, createSingleFlight } from "@marketplace/cache";
import { looksLikeAccessToken } from "@marketplace/contracts";
import type { Authentication, Caller } from "@marketplace/conventions";
import type { Clock, SystemClock } from "@marketplace/server";
import type { Metrics } from "@marketplace/telemetry";
import { useNotedMs } from "./token-families.repo.ts";
import { hashOf } from "./token-text.rules.ts";
import type { AccessToken } from "./tokens.repo.ts";

/** What the gateway knows of a request's token. */
export interface Checked {
  authentication: Authentication;
  /** The application's own rate limit; `null` follows the deployment's. */
  requestsPerMinute: number | null;
}

export const noToken: Checked = { authentication: { kind: "none" }, requestsPerMinute: null };
/** Without a token where ANONYMOUS_READS is on. */
export const anonymousReader: Checked = {
  authentication: { kind: "none", reads: true },
  requestsPerMinute: null,
};

const invalid = (reason?: "expired" | "revoked"): Checked => ({
  authentication: { kind: "invalid", ...(reason && { reason }) },
  requestsPerMinute: null,
});
/** Shared, so that an assertion of each is signed once (edge/assertions.ts). */
const [unknownToken, expiredToken, revokedToken] = [invalid(), invalid("expired"), invalid("revoked")];

interface Entry {
  checked: Checked;
  caller: Caller;
  familyId: string;
  /** Whose application it is. */
  ownerId: number | null;
  /** By the clock of the token's lifetime, in milliseconds since the epoch. */
  expiresAt: number;
}

export interface TokenCheck {
  /** The cached result at once, else a promise of what the database says. */
  check(token: string): Checked | Promise<Checked>;
  /** Drops the tokens of a revoked family; all tokens when no family is named. */
  forget(familyId?: string): void;
  /** Drops the tokens of a user whose roles or status changed, and of their applications. */
  forgetUser(id?: number): void;
  /** Drops the tokens of an application whose status or limit changed. */
  forgetApplication(id?: number): void;
}

interface Parts {
  find: (hash: Buffer<ArrayBuffer>) => Promise<AccessToken | undefined>;
  /** Notes that a family's token was used. */
  noteUse: (familyId: string, now: Date) => Promise<void>;
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
  const { find, noteUse, clock, systemClock, metrics, ttlMs = 1_000, maxEntries = 20_000 } = parts;
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
    const startedAt = systemClock.monotonicMs();
    const found = await find(hashOf(token));
    if (!found) return unknownToken;
    if (found.revoked) return revokedToken;
    const expiresAt = found.expires_at.getTime();
    const now = clock.now();
    if (expiresAt <= now.getTime()) return expiredToken;
    if (now.getTime() - (found.last_used_at?.getTime() ?? 0) > useNotedMs)
      // The request does not depend on it, and the next one tries again.
      void noteUse(found.family_id, now).catch(() => {});
    const caller = callerOf(found);
    const authentication: Authentication = { kind: "caller", caller };
    const checked = { authentication, requestsPerMinute: found.requests_per_minute };
    // A token read during a revocation may be out of date: it serves this request only.
    if (before === revocations) {
      const { family_id: familyId, owner_id: ownerId } = found;
      // Its second begins before the read: a slow one must not outlive a revocation by more.
      const left = ttlMs - (systemClock.monotonicMs() - startedAt);
      if (left > 0) cache.set(token, { checked, caller, familyId, ownerId, expiresAt }, { ttlMs: left });
    }
    return checked;
  }

  function forget<Key>(key: Key | undefined, keysOf: (entry: Entry) => readonly Key[]): void {
    if (key === undefined) cache.clear();
    else
      for (const [token, entry] of [...cache.entries()]) if (keysOf(entry).includes(key)) cache.delete(token);
    revocations++;
    singleFlight.forget();
  }

  return {
    check(token) {
      const entry = cache.get(token);
      if (entry && entry.expiresAt > clock.now().getTime()) return entry.checked;
      return looksLikeAccessToken(token) ? singleFlight(token, () => read(token)) : unknownToken;
    },
    forget: (familyId) => forget(familyId, ({ familyId: its }) => [its]),
    forgetUser: (id) => forget(id, ({ caller, ownerId }) => [caller.userId, ownerId]),
    forgetApplication: (id) => forget(id, ({ caller }) => [caller.applicationId]),
  };
}

const callerOf = (token: AccessToken): Caller => ({
  userId: token.user_id,
  applicationId: token.application_id,
  siteId: token.site_id,
  scopes: token.scopes,
  roles: token.roles,
});
