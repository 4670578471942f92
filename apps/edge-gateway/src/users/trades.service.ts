import { createCache } from "@marketplace/cache";
import type { OrdersRpc, UserTrades } from "@marketplace/contracts";
import type { Logger, SystemClock } from "@marketplace/server";
import type { Metrics } from "@marketplace/telemetry";

/** The trades of users, of those that could be counted. */
export type TradesOfUsers = (ids: readonly number[]) => Promise<ReadonlyMap<number, UserTrades>>;

interface Parts {
  ask: OrdersRpc["trades"];
  systemClock: SystemClock;
  log: Logger;
  metrics?: Pick<Metrics, "cache">;
}

/** How old a count may be, and how long to wait for one, in milliseconds. */
const [ttlMs, timeoutMs] = [10_000, 500];

/**
 * LRU cache of what orders-service counts. A user is readable without it: when it does not answer in time,
 * the counts are absent.
 */
export function tradesOfUsers({ ask, systemClock, log, metrics }: Parts): TradesOfUsers {
  const now = () => systemClock.monotonicMs();
  const cache = createCache<number, UserTrades>({ name: "trades", metrics, maxEntries: 20_000, ttlMs, now });
  return async (ids) => {
    const found = new Map<number, UserTrades>();
    for (const id of ids) {
      const cached = cache.get(id);
      if (cached) found.set(id, cached);
    }
    const user_ids = ids.filter((id) => !found.has(id));
    if (user_ids.length === 0) return found;
    const counted = await inTime(ask({ user_ids })).catch((err: unknown) => {
      log.warn({ err }, "trades are not counted");
      return [];
    });
    for (const trades of counted) {
      cache.set(trades.user_id, trades);
      found.set(trades.user_id, trades);
    }
    return found;
  };
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error("orders-service takes too long")), timeoutMs);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
