/** What attempts to sign in are counted by. */
export type ThrottleKind = "address" | "account" | "browser" | "change" | "code";

/** How failures are answered: back-off that doubles, up to a bound. */
export interface ThrottlePolicy {
  /** Failures in a row that cost nothing but the last one. */
  free: number;
  /** The first wait in milliseconds. Each further failure doubles it. */
  baseMs: number;
  /** The longest wait: nobody is locked out for good. */
  maxMs: number;
  /** One failure is forgiven in this time. */
  forgivenEveryMs: number;
}

const account = { free: 5, baseMs: 30_000, maxMs: 15 * 60_000, forgivenEveryMs: 15 * 60_000 };

/**
 * Many people may share an address, so it may fail more often and is forgiven sooner. A browser with which
 * the user signed in before counts for itself: failures elsewhere in their name do not lock them out of it.
 */
export const throttlePolicies: Readonly<Record<ThrottleKind, ThrottlePolicy>> = {
  address: { free: 20, baseMs: 15_000, maxMs: 15 * 60_000, forgivenEveryMs: 60_000 },
  account,
  browser: account,
  // A user's own change of their password.
  change: account,
  // Codes of a user's second factor.
  code: account,
};

/** The failures of one key. */
export interface Tally {
  /** Fractions remain when a part of a failure is forgiven. */
  failures: number;
  counted_at: Date;
  blocked_until: Date | null;
}

/** Milliseconds until an attempt is taken again; 0 for now. */
export function waitMs({ blocked_until }: Tally, now: Date, { maxMs }: ThrottlePolicy): number {
  const wait = blocked_until === null ? 0 : blocked_until.getTime() - now.getTime();
  // Longer than any block: the machine's clock was set back since.
  return wait > maxMs ? 0 : Math.max(0, wait);
}

/** The tally with one more failure. Nothing is forgiven while it is blocked. */
export function withFailure(tally: Tally, now: Date, policy: ThrottlePolicy): Tally {
  const { free, baseMs, maxMs, forgivenEveryMs } = policy;
  const quietSince = tally.blocked_until ?? tally.counted_at;
  const forgiven = Math.max(0, now.getTime() - quietSince.getTime()) / forgivenEveryMs;
  // No more than the longest wait needs, so that forgiving begins at once.
  const most = free + Math.ceil(Math.log2(maxMs / baseMs));
  const failures = Math.min(most, Math.max(0, tally.failures - forgiven) + 1);
  // Rounded: a moment's forgiveness does not undo a doubling.
  const doublings = Math.round(failures) - free;
  const blockMs = doublings < 0 ? 0 : Math.min(maxMs, baseMs * 2 ** doublings);
  return {
    failures,
    counted_at: now,
    blocked_until: blockMs === 0 ? null : new Date(now.getTime() + blockMs),
  };
}
