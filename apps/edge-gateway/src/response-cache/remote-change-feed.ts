import { setTimeout as delay } from "node:timers/promises";
import type { Feed } from "./response-cache.ts";

/** Asks a service in another process what changed after a position; waits some seconds for the first change. */
export type AskForChanges = (input: {
  after?: string;
}) => Promise<{ position: string; keys: string[] | null }>;

/** A feed of another process; nothing is heard before `start`. */
export interface RemoteChangeFeed extends Feed {
  start(): void;
  stop(): Promise<void>;
}

/**
 * Hears of a service's changes by one question after the other, each waiting at the service. When one is not answered,
 * nothing is known until the next one is: what is kept goes, and nothing new is.
 */
export function remoteChangeFeed(ask: AskForChanges, retryMs = 1_000): RemoteChangeFeed {
  const listeners = new Set<(name?: string) => void>();
  const stopping = new AbortController();
  let live = false;
  let running = false;
  const tell = (name?: string): void => {
    for (const changed of listeners) changed(name);
  };
  const hear = async (after: string | undefined): Promise<string | undefined> => {
    try {
      const { position, keys } = await ask(after === undefined ? {} : { after });
      if (keys === null) tell();
      else for (const key of keys) tell(key);
      live = !stopping.signal.aborted;
      return position;
    } catch {
      // A service that is away, or of the release before: both are told elsewhere.
      live = false;
      tell();
      await delay(retryMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
      return undefined;
    }
  };
  const run = async (): Promise<void> => {
    let position: string | undefined;
    while (!stopping.signal.aborted) position = await hear(position);
  };
  return {
    get live() {
      return live;
    },
    on(changed) {
      listeners.add(changed);
      return () => void listeners.delete(changed);
    },
    start() {
      if (!running) void run();
      running = true;
    },
    async stop() {
      stopping.abort();
      live = false;
      // The last question may wait at the service still: its answer tells nobody anything.
      listeners.clear();
    },
  };
}
