import { DatabaseUnavailable } from "./errors.ts";

/** Lets at most so many in at once; the others wait in the order in which they came. */
export interface Turns {
  /** Resolves with what ends the turn; rejects with DatabaseUnavailable after too long a wait. */
  take(): Promise<() => void>;
}

/** A wait of 0 ms has no end, as in the pool. */
export function turns(most: number, longestWaitMs: number): Turns {
  let present = 0;
  const waiting = new Set<() => void>();
  const end = () => {
    const [next] = waiting;
    if (next) next();
    else present -= 1;
  };
  return {
    async take() {
      if (present < most) present += 1;
      else await turn(waiting, longestWaitMs);
      return end;
    },
  };
}

function turn(waiting: Set<() => void>, longestWaitMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      waiting.delete(begin);
      reject(new DatabaseUnavailable(new Error("no transaction could begin in time")));
    };
    const timer = longestWaitMs > 0 ? setTimeout(giveUp, longestWaitMs) : undefined;
    const begin = () => {
      clearTimeout(timer);
      waiting.delete(begin);
      resolve();
    };
    waiting.add(begin);
  });
}
