import type { Logger } from "@marketplace/server";
import type { States } from "./states.ts";

interface Ready {
  source: string;
  /** The key of the copy. */
  copy: Promise<string>;
}

export type ReadyCopies = ReturnType<typeof createReadyCopies>;

/**
 * One copy made ahead of what worlds were made from last: the next world, or reset, begins with it, and
 * another is made meanwhile. None is made before the first world.
 */
export function createReadyCopies({ states, log }: { states: Pick<States, "copy" | "drop">; log: Logger }) {
  let ready: Ready | undefined;
  let made = 0;
  let closed = false;

  async function copyOf(source: string): Promise<string> {
    const key = `ready${++made}`;
    try {
      await states.copy(source, key);
      return key;
    } catch (error) {
      await states.drop(key).catch((err: unknown) => log.warn({ err }, "an unfinished copy stays"));
      throw error;
    }
  }

  async function discard({ copy }: Ready): Promise<void> {
    const key = await copy.catch(() => undefined);
    if (key !== undefined) await states.drop(key);
  }

  /** Makes the next copy ahead. If that fails, the caller who needs it gets the error and makes one. */
  function prepare(source: string): void {
    if (closed) return;
    const copy = copyOf(source);
    copy.catch((err: unknown) => log.warn({ err }, "no copy for worlds could be made ahead"));
    ready = { source, copy };
  }

  return {
    /** A copy of a state that does not change; the caller owns it from now on. */
    async take(source: string): Promise<string> {
      const present = ready;
      ready = undefined;
      const fits = present?.source === source;
      if (present && !fits)
        discard(present).catch((err: unknown) => log.warn({ err }, "an unused copy stays"));
      const key = (fits && (await present.copy.catch(() => undefined))) || (await copyOf(source));
      if (!ready) prepare(source);
      return key;
    },
    /** Gives up a copy of a state that is about to change or to be removed. */
    async forget(source: string): Promise<void> {
      if (ready?.source !== source) return;
      const present = ready;
      ready = undefined;
      await discard(present);
    },
    async close(): Promise<void> {
      closed = true;
      const present = ready;
      ready = undefined;
      if (present) await discard(present);
    },
  };
}
