import { setTimeout as delay } from "node:timers/promises";

/** Asks a service for changes after a position; long-polls for the first one. */
type AskForChanges = (input: { after?: string }) => Promise<{ position: string; keys: string[] | null }>;

export type RemoteChangeFeed = ReturnType<typeof remoteChangeFeed>;

interface Pace {
  /** The pause after a failed call. */
  retryMs?: number;
  /** The feed is live for so long after the beginning of a call that was answered. */
  freshMs?: number;
  /** A monotonic clock in milliseconds. */
  now?: () => number;
}

/**
 * A feed of another process by long polling, from `start` on: each call waits a moment for the next change
 * there. When a call fails, changes may be missed: every key counts as changed, and the feed is not live
 * until a call succeeds again. Nor is it live while a call gets no answer: its connection may have been cut
 * without a word. A late answer tells what changed meanwhile.
 */
export function remoteChangeFeed(
  ask: AskForChanges,
  { retryMs = 250, freshMs = 500, now = () => performance.now() }: Pace = {},
) {
  const listeners = new Set<(key?: string) => void>();
  const stopping = new AbortController();
  let provenAt = Number.NEGATIVE_INFINITY;
  let running = false;
  const tell = (key?: string): void => {
    for (const changed of listeners) changed(key);
  };
  const poll = async (after: string | undefined): Promise<string | undefined> => {
    const askedAt = now();
    try {
      const { position, keys } = await ask(after === undefined ? {} : { after });
      if (keys === null) tell();
      else for (const key of keys) tell(key);
      if (!stopping.signal.aborted) provenAt = askedAt;
      return position;
    } catch {
      // The service is down, or of the previous release: both are reported elsewhere.
      provenAt = Number.NEGATIVE_INFINITY;
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
      return now() - provenAt < freshMs;
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
      provenAt = Number.NEGATIVE_INFINITY;
      // The last call may still wait at the service: its result reaches nobody.
      listeners.clear();
    },
  };
}
