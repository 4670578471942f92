import { type Cache, createCache } from "@marketplace/cache";
import type { Conventions } from "@marketplace/conventions";
import type { SystemClock } from "@marketplace/server";
import type { Metrics } from "@marketplace/telemetry";
import type { ServiceName } from "../edge/route-table.ts";

/** Announces what changes in a service. */
export interface ChangeFeed {
  /** Whether every change is announced at present; else nothing of the service is stored or served. */
  readonly live: boolean;
  /** Calls back with the changed key, without one when any may have changed; returns how to unsubscribe. */
  on(changed: (key?: string) => void): () => void;
}

/** An answer as it was sent. */
export interface SentResponse {
  /** Names and values alternate, in the order and spelling in which they were sent. */
  headers: readonly string[];
  body: Buffer;
  etag: string | undefined;
  /** The template of the path. */
  route: string;
  /** The service that logs and measures the request. */
  owner: Conventions;
  /** Whether it may be read without a token where ANONYMOUS_READS is on. */
  anonymous: boolean;
}

export interface CachedResponse extends Omit<SentResponse, "body"> {
  /** Short bodies are Latin-1 text: Node writes text and headers at once. */
  body: Buffer | string;
  lease: Lease;
  keys: readonly string[];
  bytes: number;
  /** Indexes of the values that belong to one request; -1 when the header is absent. */
  requestIdAt: number;
  dateAt: number;
}

/** A lease, as memcached's: permits storing an answer unless its keys changed since the request began. */
export interface Lease {
  service: ServiceName;
  /** Invalidations counted when the request began. */
  version: number;
}

interface Terms {
  lease: Lease;
  ttlMs: number;
  /** Surrogate keys that invalidate the answer. */
  keys: readonly string[];
}

export type ResponseCache = ReturnType<typeof createResponseCache>;

interface Limits {
  maxBytes?: number;
  maxResponseBytes?: number;
}

const maxTextLength = 64 * 1024;

/** What an entry costs beside its bytes, roughly. */
const overhead = 500;

/**
 * LRU cache of responses, keyed by request target and invalidated by surrogate keys. Keys have versions: an
 * entry is served only while none of its keys has changed since its lease, so a read that overtook a change
 * is never served.
 */
export function createResponseCache(
  { clock, metrics }: { clock: SystemClock; metrics?: Pick<Metrics, "cache"> },
  { maxBytes = 32 * 1024 * 1024, maxResponseBytes = maxBytes / 4 }: Limits = {},
) {
  const cache: Cache<string, CachedResponse> = createCache({
    name: "answers",
    metrics,
    maxEntries: 20_000,
    maxBytes,
    sizeOf: ({ bytes }) => bytes,
    now: () => clock.monotonicMs(),
  });
  const feeds = new Map<ServiceName, ChangeFeed>();
  const unsubscribes: (() => void)[] = [];
  const changedAt = new Map<string, number>();
  let version = 0;

  const isCurrent = ({ service, version: leasedAt }: Lease, keys: readonly string[]): boolean =>
    feeds.get(service)?.live === true &&
    (changedAt.get(service) ?? 0) <= leasedAt &&
    keys.every((key) => (changedAt.get(`${service} ${key}`) ?? 0) <= leasedAt);
  const invalidate = (service: ServiceName, key?: string): void => {
    version += 1;
    changedAt.set(key === undefined ? service : `${service} ${key}`, version);
  };
  const peek = (target: string): CachedResponse | undefined => {
    const cached = cache.peek(target);
    if (!cached || isCurrent(cached.lease, cached.keys)) return cached;
    cache.delete(target);
    return undefined;
  };

  return {
    /** Invalidates a surrogate key of a service; without a key the whole service. */
    invalidate,
    /** Subscribes to the changes of a service. Answers of a service without a feed are never stored. */
    follow(service: ServiceName, feed: ChangeFeed): void {
      feeds.set(service, feed);
      unsubscribes.push(feed.on((key) => invalidate(service, key)));
    },
    /** The lease of a request that begins; `undefined` while the feed of its service is not live. */
    lease: (service: ServiceName): Lease | undefined =>
      feeds.get(service)?.live ? { service, version } : undefined,
    /** The answer that `get` would find; counts nothing. */
    peek,
    /** Counts a hit; `storeMarked` counts misses, of cacheable answers only. */
    get: (target: string) => (peek(target) ? cache.get(target) : undefined),
    set(target: string, { body, ...sent }: SentResponse, { lease, ttlMs, keys }: Terms): void {
      const headerLength = sent.headers.reduce((sum, text) => sum + text.length, 0);
      const bytes = body.length + headerLength + 2 * target.length + overhead;
      if (bytes > maxResponseBytes || !isCurrent(lease, keys)) return;
      const cached: CachedResponse = {
        ...sent,
        body: body.length <= maxTextLength ? body.toString("latin1") : body,
        lease,
        keys,
        bytes,
        requestIdAt: valueAt(sent.headers, "x-request-id"),
        dateAt: valueAt(sent.headers, "date"),
      };
      cache.set(target, cached, { ttlMs });
    },
    /** Bytes in use. */
    get bytes() {
      return cache.bytes;
    },
    /** Forgets all answers. */
    clear: () => cache.clear(),
    close() {
      for (const unsubscribe of unsubscribes) unsubscribe();
    },
  };
}

/** The index of a header's value where names and values alternate; -1 when the header is absent. */
export function valueAt(headers: readonly string[], wanted: string): number {
  const name = headers.findIndex((text, index) => index % 2 === 0 && text.toLowerCase() === wanted);
  return name < 0 ? -1 : name + 1;
}
