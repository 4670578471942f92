import type { Logger } from "@marketplace/server";
import type { Metrics } from "@marketplace/telemetry";
import type { LocalRateLimiter, RateLimiter } from "./rate-limit.ts";
import type { SharedBuckets } from "./redis-buckets.ts";

/** Failed calls in a row that open the circuit. */
const failuresToOpen = 3;
/** How often the server is tried while the circuit is open. */
const probeMs = 250;
/** After so many failed tries the connection is replaced. */
const probesToRenew = 8;

interface Parts {
  buckets: SharedBuckets;
  /** Limits alone while the shared buckets are away. */
  local: LocalRateLimiter;
  log: Pick<Logger, "info" | "warn">;
  metrics: Pick<Metrics, "rateLimitCheck">;
  /** The longest that a request waits for the shared buckets. */
  answerMs?: number | undefined;
}

export interface SharedRateLimiter {
  limit: RateLimiter;
  /** Whether the shared buckets are in use; else the local ones are. */
  readonly shared: boolean;
  close(): void;
}

/**
 * A limit that holds over all gateways. A circuit breaker: when calls fail it opens, and the local limit
 * counts at no cost until a probe in the background is answered. The local buckets count along before, so
 * that an outage does not give every gateway a full minute's worth.
 */
export function sharedRateLimiter(parts: Parts): SharedRateLimiter {
  const { buckets, local, log, metrics, answerMs = 50 } = parts;
  let isOpen = true;
  let failures = 0;
  let probes = 0;
  let isProbing = false;

  const alone: LocalRateLimiter = (key, perMinute) => {
    metrics.rateLimitCheck("local");
    return local(key, perMinute);
  };
  const open = () => {
    if (isOpen) return;
    isOpen = true;
    probes = 0;
    log.warn({}, "the shared rate limits are away: this gateway counts for itself");
  };
  const close = () => {
    isOpen = false;
    failures = 0;
    log.info({}, "rate limits are shared with the other gateways");
  };
  const probe = async () => {
    if (!isOpen || isProbing) return;
    isProbing = true;
    try {
      await bounded(buckets.ping(), answerMs);
      close();
    } catch {
      probes += 1;
      if (probes === 1 && failures === 0)
        log.warn({}, "the shared rate limits do not answer yet: this gateway counts for itself");
      if (probes % probesToRenew === 0) buckets.renew();
    } finally {
      isProbing = false;
    }
  };
  const timer = setInterval(probe, probeMs).unref();

  return {
    limit(key, perMinute) {
      if (perMinute === 0) return 0;
      if (isOpen) return alone(key, perMinute);
      return bounded(buckets.take(key, perMinute), answerMs).then(
        (seconds) => {
          failures = 0;
          metrics.rateLimitCheck("shared");
          if (seconds === 0) local(key, perMinute);
          return seconds;
        },
        () => {
          failures += 1;
          if (failures >= failuresToOpen) open();
          return alone(key, perMinute);
        },
      );
    },
    get shared() {
      return !isOpen;
    },
    close() {
      clearInterval(timer);
      buckets.close();
    },
  };
}

/**
 * Rejects when the result takes longer. Timers run before sockets are read: after a pause of this process the
 * answer may already be there, so sockets are read once more.
 */
function bounded<T>(result: Promise<T>, ms: number): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const timer = setTimeout(() => setImmediate(reject, new Error(`no answer within ${ms} ms`)), ms);
  result.then(resolve, reject).finally(() => clearTimeout(timer));
  return promise;
}
