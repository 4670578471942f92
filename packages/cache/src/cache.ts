import type { Metrics } from "@marketplace/telemetry";
import { LRUCache } from "lru-cache";

/** An LRU cache in the memory of this process. */
export interface Cache<K, V> {
  /** The value, unless it has expired. Counts a hit or a miss; the entry becomes the most recently used. */
  get(key: K): V | undefined;
  /** As `get`, but neither counts nor changes the order of use. */
  peek(key: K): V | undefined;
  /** Stores a value; `ttlMs` overrides that of the cache. A value larger than `maxBytes` is not stored. */
  set(key: K, value: V, options?: { ttlMs?: number }): void;
  delete(key: K): void;
  clear(): void;
  /** Entries from the most to the least recently used, expired ones included. */
  entries(): Iterable<[K, V]>;
  /** Number of entries, expired ones included. */
  readonly size: number;
  /** Sum of what entries count of `maxBytes`; 0 without it. */
  readonly bytes: number;
}

export interface CacheOptions<K, V> {
  /** The label `cache` of its metrics. */
  name: string;
  /** To be named, so that no cache lacks them by mistake; `undefined` where the process exports none. */
  metrics: Pick<Metrics, "cache"> | undefined;
  maxEntries: number;
  /** The limit of the sum of `sizeOf`. */
  maxBytes?: number;
  /** Bytes of an entry, at least 1; required with `maxBytes`. */
  sizeOf?: (value: V, key: K) => number;
  /** Without it entries do not expire. */
  ttlMs?: number;
  /** A monotonic clock in milliseconds. */
  now?: () => number;
}

interface Entry<V> {
  value: V;
  expiresAt: number;
}

/** Wraps `lru-cache` with metrics, and decides on expiry: `lru-cache` takes a start of 0 for "never". */
export function createCache<K extends {}, V extends {}>(options: CacheOptions<K, V>): Cache<K, V> {
  const { name, metrics } = options;
  const { ttlMs: defaultTtlMs = Number.POSITIVE_INFINITY, now = () => performance.now() } = options;
  const counts = metrics?.cache(name);
  const lru = new LRUCache<K, Entry<V>>({
    ...limitsOf(options),
    dispose(_entry, _key, reason) {
      if (reason === "evict") counts?.eviction.inc();
    },
  });
  counts?.watchEntries(() => lru.size);
  const current = (key: K, entry: Entry<V> | undefined): V | undefined => {
    if (entry === undefined || entry.expiresAt > now()) return entry?.value;
    lru.delete(key);
    return undefined;
  };
  return {
    get(key) {
      const value = current(key, lru.get(key));
      counts?.[value === undefined ? "miss" : "hit"].inc();
      return value;
    },
    peek: (key) => current(key, lru.peek(key)),
    set: (key, value, { ttlMs = defaultTtlMs } = {}) =>
      void lru.set(key, { value, expiresAt: ttlMs === Number.POSITIVE_INFINITY ? ttlMs : now() + ttlMs }),
    delete: (key) => void lru.delete(key),
    clear: () => lru.clear(),
    *entries() {
      for (const [key, { value }] of lru.entries()) yield [key, value];
    },
    get size() {
      return lru.size;
    },
    get bytes() {
      return options.sizeOf ? lru.calculatedSize : 0;
    },
  };
}

/**
 * `lru-cache` allocates room for `max` entries at once: 5 MB for the caches of an idle process. A limit of
 * the sum of sizes allocates nothing: each entry counts at least its share of it, so that `maxEntries` holds.
 */
function limitsOf<K extends {}, V extends {}>({ maxEntries, maxBytes, sizeOf }: CacheOptions<K, V>) {
  if (maxBytes === undefined || !sizeOf) return { maxSize: maxEntries, sizeCalculation: () => 1 };
  const share = Math.ceil(maxBytes / maxEntries);
  const sizeCalculation = ({ value }: Entry<V>, key: K) => Math.max(share, sizeOf(value, key));
  return { maxSize: maxBytes, sizeCalculation };
}
