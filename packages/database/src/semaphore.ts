import { DatabaseUnavailable } from "./errors.ts";

/** A counting semaphore; waiting callers are served in order. */
export interface Semaphore {
  /** Resolves with the function that releases the permit; rejects with DatabaseUnavailable after too long. */
  acquire(): Promise<() => void>;
}

/** A timeout of 0 ms waits forever, as in the pool. */
export function createSemaphore(permits: number, timeoutMs: number): Semaphore {
  let used = 0;
  const waiting = new Set<() => void>();
  const release = () => {
    const [next] = waiting;
    if (next) next();
    else used -= 1;
  };
  return {
    async acquire() {
      if (used < permits) used += 1;
      else await permit(waiting, timeoutMs);
      return release;
    },
  };
}

function permit(waiting: Set<() => void>, timeoutMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      waiting.delete(take);
      reject(new DatabaseUnavailable(new Error("no transaction could begin in time")));
    };
    const timer = timeoutMs > 0 ? setTimeout(giveUp, timeoutMs) : undefined;
    const take = () => {
      clearTimeout(timer);
      waiting.delete(take);
      resolve();
    };
    waiting.add(take);
  });
}
