import type { LookupFunction } from "node:net";
import { Pool } from "undici";
import { type Address, keyOf } from "./addresses.ts";

export interface Replica {
  readonly key: string;
  readonly pool: Pool;
}

/** The replicas of a service that are known now. */
export interface ReplicaPools {
  /** Adds new addresses, removes missing ones and renews old connections. */
  update(addresses: readonly Address[]): void;
  /** The next replica in turn that was not tried yet; an avoided one only when there is no other. */
  next(tried: ReadonlySet<string>): Replica | undefined;
  /** For a while a replica is asked only when there is no other. */
  avoid(replica: Replica, reason: keyof typeof avoidedMs): void;
  /** The replica to ask in place of one that answered 503; none when all others have done so lately. */
  insteadOf(replica: Replica): Replica | undefined;
  close(): Promise<void>;
  destroy(error: Error | null): Promise<void>;
}

export interface PoolsOptions {
  /** Of each replica's pool. */
  pool: Pool.Options;
  /** How long connections to an address are used before others are made, in milliseconds. */
  lifetimeMs: number;
}

/** How long a replica is avoided, in milliseconds. */
const avoidedMs = {
  /** No connection to it could be made. */
  refuses: 2_000,
  /** It ends its connections. A request must not meet the moment at which the last idle one is closed. */
  leaves: 5_000,
};

/** How long a replica that answered 503 is not asked in place of another one, in milliseconds. */
const unavailableMs = 2_000;

const connectTimeoutMs = 2_000;

interface Known extends Replica {
  address: Address;
  /** By `performance.now()`, as all times here: the machine's clock may be set. */
  openedAt: number;
  avoidedUntil: number;
  unavailableUntil: number;
}

export function replicaPools({ pool: options, lifetimeMs }: PoolsOptions): ReplicaPools {
  let known: Known[] = [];
  let turn = 0;
  /** Pools that get no new requests and finish those they have. */
  const leaving = new Map<Pool, Promise<void>>();

  const open = (address: Address): Known => ({
    key: keyOf(address),
    pool: new Pool(address.origin, {
      ...options,
      connect: { timeout: connectTimeoutMs, ...options.connect, lookup: pinnedTo(address) },
    }),
    address,
    openedAt: performance.now(),
    avoidedUntil: 0,
    unavailableUntil: 0,
  });
  /** Requests under way are finished. Those that wait for a connection to a missing address go elsewhere. */
  const retire = ({ pool }: Known, { missing }: { missing: boolean }): void => {
    const closed = missing && pool.stats.connected === 0 ? pool.destroy() : pool.close();
    const settled = closed.catch(() => {}).then(() => void leaving.delete(pool));
    leaving.set(pool, settled);
  };
  const isOld = ({ openedAt }: Known): boolean => performance.now() - openedAt > lifetimeMs;

  return {
    update(addresses) {
      const wanted = new Map(addresses.map((address) => [keyOf(address), address]));
      const kept = known.filter((replica) => wanted.has(replica.key) && !isOld(replica));
      const found = new Set(wanted.keys());
      const left = known.filter((replica) => !kept.includes(replica));
      for (const { key } of kept) wanted.delete(key);
      known = [...kept, ...[...wanted.values()].map(open)];
      for (const replica of left) retire(replica, { missing: !found.has(replica.key) });
    },
    next(tried) {
      const now = performance.now();
      let last: Known | undefined;
      turn = (turn + 1) % Math.max(known.length, 1);
      for (let n = 0; n < known.length; n++) {
        const replica = known[(turn + n) % known.length];
        if (!replica || tried.has(replica.key)) continue;
        if (replica.avoidedUntil <= now) return replica;
        last ??= replica;
      }
      return last;
    },
    avoid({ key }, reason) {
      const replica = known.find((candidate) => candidate.key === key);
      if (replica) replica.avoidedUntil = performance.now() + avoidedMs[reason];
    },
    insteadOf({ key }) {
      const now = performance.now();
      const others = known.filter((candidate) => candidate.key !== key);
      const replica = known.find((candidate) => candidate.key === key);
      if (replica) replica.unavailableUntil = now + unavailableMs;
      return others.find((other) => Math.max(other.avoidedUntil, other.unavailableUntil) <= now);
    },
    async close() {
      await Promise.all([...known.map(({ pool }) => pool.close()), ...leaving.values()]);
    },
    async destroy(error) {
      const pools = [...known.map(({ pool }) => pool), ...leaving.keys()];
      await Promise.all(pools.map((pool) => pool.destroy(error)));
    },
  };
}

/** Connects a pool to one address of a name. Requests and TLS certificates still use the name. */
const pinnedTo =
  ({ address, family }: Address): LookupFunction =>
  (_hostname, { all }, found) =>
    all ? found(null, [{ address, family }]) : found(null, address, family);
