import { createCache } from "@marketplace/cache";
import type { SystemClock } from "@marketplace/server";
import type { Metrics } from "@marketplace/telemetry";

interface Bucket {
  tokens: number;
  /** By the monotonic clock, in milliseconds. */
  filledAt: number;
}

/**
 * Takes one request of a key; gives the seconds to wait when there is none left, else 0. A limit of 0 is
 * none. Never rejects.
 */
export type RateLimiter = (key: string, perMinute: number) => number | Promise<number>;

/** A limiter that has its answer at once. */
export type LocalRateLimiter = (key: string, perMinute: number) => number;

/**
 * Token buckets in this process: a key may spend a minute's worth at once and earns it back evenly. Several
 * gateway processes count separately. The least recently used buckets are dropped.
 */
export function rateLimiter(clock: SystemClock, metrics?: Pick<Metrics, "cache">): LocalRateLimiter {
  const buckets = createCache<string, Bucket>({ name: "rate-limit", metrics, maxEntries: 50_000 });
  return (key, perMinute) => {
    if (perMinute === 0) return 0;
    const now = clock.monotonicMs();
    const { tokens, filledAt } = buckets.get(key) ?? { tokens: perMinute, filledAt: now };
    const filled = Math.min(perMinute, tokens + ((now - filledAt) * perMinute) / 60_000);
    const granted = filled >= 1;
    buckets.set(key, { tokens: granted ? filled - 1 : filled, filledAt: now });
    return granted ? 0 : Math.ceil(((1 - filled) * 60) / perMinute);
  };
}
