import type { Authentication } from "@marketplace/conventions";
import type { Clock, SystemClock } from "@marketplace/server";
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
  /** By the monotonic clock, in milliseconds: until when it is believed. */
  until: number;
  /** By the clock that the token's life is told in, in milliseconds since the epoch. */
  expiresAt: number;
}

export interface TokenCheck {
  /** Looks at an access token: at once when it was seen within the last second, else in the database. */
  check(token: string): Checked | Promise<Checked>;
  /** Drops what is remembered of a family that was revoked; of all families when none is named. */
  forget(familyId?: string): void;
}

interface Parts {
  find: (hash: Buffer<ArrayBuffer>) => Promise<AccessToken | undefined>;
  clock: Clock;
  systemClock: SystemClock;
  /** How long an answer is believed: what bounds a revoked token's life when no notice of another process arrives. */
  ttlMs?: number;
  maxEntries?: number;
}

/**
 * Remembers valid tokens for a second, at most `maxEntries` of them, the oldest dropped first. Invalid ones are not
 * remembered, so that nobody can push valid ones out with invented ones; many requests with one token ask once.
 */
export function tokenCheck(parts: Parts): TokenCheck {
  const { find, clock, systemClock } = parts;
  const { ttlMs = 1_000, maxEntries = 20_000 } = parts;
  const entries = new Map<string, Entry>();
  const asked = new Map<string, Promise<Checked>>();
  let revocations = 0;

  async function look(token: string): Promise<Checked> {
    const before = revocations;
    const found = await find(hashOf(token));
    const expiresAt = found?.expires_at.getTime() ?? 0;
    if (!found || expiresAt <= clock.now().getTime()) return invalidToken;
    const until = systemClock.monotonicMs() + ttlMs;
    const checked = { authentication: authenticationOf(found), requestsPerMinute: found.requests_per_minute };
    // What was read while something was revoked may be out of date already: it serves this request only.
    if (before === revocations) entries.set(token, { checked, familyId: found.family_id, until, expiresAt });
    if (entries.size > maxEntries) dropOldest();
    return checked;
  }

  const isCurrent = ({ until, expiresAt }: Entry): boolean =>
    until > systemClock.monotonicMs() && expiresAt > clock.now().getTime();

  function dropOldest(): void {
    for (const token of entries.keys()) return void entries.delete(token);
  }

  function ask(token: string): Promise<Checked> {
    const present = asked.get(token);
    if (present) return present;
    const answer = look(token).finally(() => asked.delete(token));
    asked.set(token, answer);
    return answer;
  }

  return {
    check(token) {
      const entry = entries.get(token);
      if (entry && isCurrent(entry)) return entry.checked;
      // Deleting first keeps the map in the order of the last look.
      if (entry) entries.delete(token);
      return looksLikeAccessToken(token) ? ask(token) : invalidToken;
    },
    forget(familyId) {
      if (familyId === undefined) entries.clear();
      for (const [token, entry] of entries) if (entry.familyId === familyId) entries.delete(token);
      revocations++;
      asked.clear();
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
