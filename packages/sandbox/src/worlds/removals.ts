import type { Logger } from "@marketplace/server";
import type { States } from "./states.ts";

interface Parts {
  states: Pick<States, "drop">;
  log: Logger;
}

/** Removes states while their world goes on without them. One that cannot be removed is logged, and stays. */
export function createRemovals({ states, log }: Parts) {
  const underWay = new Set<Promise<void>>();

  function remove(key: string): Promise<void> {
    const removal = states
      .drop(key)
      .catch((err: unknown) => log.warn({ err }, "a former state stays"))
      .finally(() => underWay.delete(removal));
    underWay.add(removal);
    return removal;
  }

  return {
    remove,
    /** Works on what is stored under a key; of what fails nothing stays. */
    async storing<T>(key: string, work: () => Promise<T>): Promise<T> {
      try {
        return await work();
      } catch (error) {
        await remove(key);
        throw error;
      }
    },
    /** Resolves when the removals under way have ended. */
    allRemoved: () => Promise.all(underWay),
  };
}
