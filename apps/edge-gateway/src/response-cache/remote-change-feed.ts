import { setTimeout as delay } from "node:timers/promises";

/** Asks a service for changes after a position; long-polls for the first one. */
type AskForChanges = (input: { after?: string }) => Promise<{ position: string; keys: string[] | null }>;

export type RemoteChangeFeed = ReturnType<typeof remoteChangeFeed>;

/**
 * A feed of another process by long polling, from `start` on: each call waits for the next change there. When
 * a call fails, changes may be missed: every key counts as changed, and the feed is not live until a call
 * succeeds again.
 */
export function remoteChangeFeed(ask: AskForChanges, retryMs = 1_000) {
  const listeners = new Set<(key?: string) => void>();
  const stopping = new AbortController();
  let live = false;
  let running = false;
  const tell = (key?: string): void => {
    for (const changed of listeners) changed(key);
  };
  const poll = async (after: string | undefined): Promise<string | undefined> => {
    try {
      const { position, keys } = await ask(after === undefined ? {} : { after });
      if (keys === null) tell();
      else for (const key of keys) tell(key);
      live = !stopping.signal.aborted;
      return position;
    } catch {
      // The service is down, or of the previous release: both are reported elsewhere.
      live = false;
      tell();
      await delay(retryMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
      return undefined;
    }
  };
  const run = async (): Promise<void> => {
    let position: string | undefined;
    while (!stopping.signal.aborted) position = await poll(position);
  };
  return {
    get live() {
      return live;
    },
    on(changed: (key?: string) => void) {
      listeners.add(changed);
      return () => void listeners.delete(changed);
    },
    start(): void {
      if (!running) void run();
      running = true;
    },
    async stop(): Promise<void> {
      stopping.abort();
      live = false;
      // The last call may still wait at the service: its result reaches nobody.
      listeners.clear();
    },
  };
}
