import type { IdentityRpc } from "@marketplace/contracts";
import type { SystemClock } from "@marketplace/server";

/** Nicknames of sellers, as search results show them. */
export interface Sellers {
  nicknames(ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
}

const keptMs = 60_000;
const mostKept = 20_000;

/** Asks the gateway, and remembers each nickname for a minute. */
export function sellers(identity: Pick<IdentityRpc, "users">, clock: SystemClock): Sellers {
  const known = new Map<number, { nickname: string; until: number }>();
  return {
    async nicknames(ids) {
      const now = clock.monotonicMs();
      const wanted = [...new Set(ids)];
      const missing = wanted.filter((id) => (known.get(id)?.until ?? 0) <= now);
      if (missing.length > 0) {
        if (known.size > mostKept) known.clear();
        for (const { id, nickname } of await identity.users({ ids: missing }))
          known.set(id, { nickname, until: now + keptMs });
      }
      return new Map(wanted.map((id) => [id, known.get(id)?.nickname ?? ""]));
    },
  };
}
