import { common } from "@marketplace/conventions";

/** Runs work at once, or when an earlier one has ended. */
export type Bounded = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * At most `limit` pieces of work run at once, and at most `maxWaiting` more wait, in order. Beyond that a
 * caller gets 503 at once: memory stays bounded, whatever arrives.
 */
export function boundedConcurrency({ limit, maxWaiting }: { limit: number; maxWaiting: number }): Bounded {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running < limit) running += 1;
    else if (waiting.length < maxWaiting) await new Promise<void>((resolve) => waiting.push(resolve));
    else throw common.service_unavailable({ headers: { "Retry-After": "2" } });
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // The next one takes the place over.
      if (next) next();
      else running -= 1;
    }
  };
}
