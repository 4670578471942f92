import { createCache } from "@marketplace/cache";
import type { IdentityRpc } from "@marketplace/contracts";
import type { SystemClock } from "@marketplace/server";
import type { Metrics } from "@marketplace/telemetry";

export type Sellers = ReturnType<typeof createSellers>;

interface SellersDeps {
  identity: Pick<IdentityRpc, "users">;
  clock: SystemClock;
  metrics?: Pick<Metrics, "cache">;
}

/** Nicknames of sellers, as search results show them; each is cached for a minute. */
export function createSellers({ identity, clock, metrics }: SellersDeps) {
  const cache = createCache<number, string>({
    name: "seller-nicknames",
    metrics,
    maxEntries: 20_000,
    ttlMs: 60_000,
    now: () => clock.monotonicMs(),
  });
  return {
    async nicknames(ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
      const nicknames = new Map([...new Set(ids)].map((id) => [id, cache.get(id)]));
      const missing = [...nicknames.keys()].filter((id) => nicknames.get(id) === undefined);
      const users = missing.length > 0 ? await identity.users({ ids: missing }) : [];
      for (const { id, nickname } of users) {
        cache.set(id, nickname);
        nicknames.set(id, nickname);
      }
      return new Map([...nicknames].map(([id, nickname]) => [id, nickname ?? ""]));
    },
  };
}
