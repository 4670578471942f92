import { createCache } from "@marketplace/cache";
import type { IdentityRpc, UserProfile } from "@marketplace/contracts";
import type { SystemClock } from "@marketplace/server";
import type { Metrics } from "@marketplace/telemetry";
import { nobody } from "./search-query.schema.ts";

/** What everybody may know of a seller. */
export type Seller = Pick<
  UserProfile,
  | "id"
  | "site_id"
  | "nickname"
  | "permalink"
  | "registered_at"
  | "country_id"
  | "reputation_level"
  | "moderated"
> & { place: Pick<NonNullable<UserProfile["address"]>, "city" | "state"> | null };

export type Sellers = ReturnType<typeof createSellers>;

interface SellersDeps {
  identity: Pick<IdentityRpc, "users" | "userIdOf">;
  clock: SystemClock;
  metrics?: Pick<Metrics, "cache">;
}

/** Sellers as search results show them; each is cached for a minute. */
export function createSellers({ identity, clock, metrics }: SellersDeps) {
  const now = () => clock.monotonicMs();
  const common = { metrics, maxEntries: 20_000, ttlMs: 60_000, now };
  const cache = createCache<number, Seller>({ name: "sellers", ...common });
  const ids = createCache<string, number>({ name: "seller-nicknames", ...common });
  return {
    /** Those that exist, by id. */
    async byIds(asked: readonly number[]): Promise<ReadonlyMap<number, Seller>> {
      const found = new Map<number, Seller>();
      const missing: number[] = [];
      for (const id of new Set(asked)) {
        if (id === nobody) continue;
        const seller = cache.get(id);
        if (seller) found.set(id, seller);
        else missing.push(id);
      }
      const profiles = missing.length > 0 ? await identity.users({ ids: missing }) : [];
      for (const seller of profiles.map(sellerOf)) {
        cache.set(seller.id, seller);
        found.set(seller.id, seller);
      }
      return found;
    },
    /** The id of the seller with a nickname; `undefined` when there is none. */
    async idOf(nickname: string): Promise<number | undefined> {
      const known = ids.get(nickname);
      if (known !== undefined) return known;
      const id = await identity.userIdOf({ nickname });
      if (id === null) return undefined;
      ids.set(nickname, id);
      return id;
    },
  };
}

const sellerOf = (profile: UserProfile): Seller => {
  const {
    id,
    site_id,
    nickname,
    permalink,
    registered_at,
    country_id,
    reputation_level,
    moderated,
    address,
  } = profile;
  // Street and coordinates are private.
  const place = address ? { city: address.city, state: address.state } : null;
  return { id, site_id, nickname, permalink, registered_at, country_id, reputation_level, moderated, place };
};
