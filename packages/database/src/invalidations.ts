import { keepListening, type ListeningConnection } from "./listening-connection.ts";
import { type DatabaseLog, silentLog } from "./log.ts";

/** Removes a key from a cache; everything when the key is undefined. */
export type Forget = (key: string | undefined) => void;

/** Receives invalidations from all processes on one database. */
export interface Invalidations {
  /**
   * Calls `forget` for every notice of the topic, and without a key whenever notices may have been missed;
   * gives the function that unsubscribes.
   */
  on(topic: string, forget: Forget): () => void;
  /** Whether notices arrive at present. While they do not, only the TTL of a cache limits staleness. */
  readonly listening: boolean;
  close(): Promise<void>;
}

export interface InvalidationsOptions {
  /** The server itself: a pooler with `pooler=transaction` passes no notices on. */
  readonly url: string;
  readonly log?: DatabaseLog;
  /** First wait before connecting again; doubles up to 5 s. Default 100. */
  readonly retryMs?: number;
}

/**
 * Listens on one connection, opened with the first topic. Notices are lost while it is broken, so every new
 * connection begins by clearing all caches.
 */
export function openInvalidations({
  url,
  log = silentLog,
  retryMs = 100,
}: InvalidationsOptions): Invalidations {
  const topics = new Map<string, Set<Forget>>();
  let connection: ListeningConnection | undefined;
  const tell = (topic: string, key: string | undefined) => {
    for (const forget of topics.get(topic) ?? []) forget(key);
  };
  const connect = () =>
    keepListening({
      url,
      log,
      retryMs,
      tell: ({ topic, key }) => tell(topic, key),
      missed() {
        for (const topic of topics.keys()) tell(topic, undefined);
      },
    });

  return {
    on(topic, forget) {
      const forgets = topics.get(topic) ?? new Set();
      topics.set(topic, forgets.add(forget));
      connection ??= connect();
      return () => void forgets.delete(forget);
    },
    get listening() {
      return connection?.listening ?? false;
    },
    close: async () => connection?.close(),
  };
}
