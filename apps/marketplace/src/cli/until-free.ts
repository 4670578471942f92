import { setTimeout as delay } from "node:timers/promises";

interface Waiting {
  /** Called once, when the first attempt finds that another command is at work. */
  onWait: () => void;
  pauseMs?: number;
  maxWaits?: number;
}

/**
 * Waits for another command: attempts until there is a result. `undefined` when the other one is still at
 * work after half an hour, longer than any training takes.
 */
export async function untilFree<T>(
  attempt: () => Promise<T | undefined>,
  { onWait, pauseMs = 1_000, maxWaits = 1_800 }: Waiting,
): Promise<T | undefined> {
  for (let waits = 0; ; waits++) {
    const result = await attempt();
    if (result !== undefined || waits === maxWaits) return result;
    if (waits === 0) onWait();
    await delay(pauseMs);
  }
}
