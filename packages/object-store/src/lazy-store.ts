import { ObjectStoreUnavailable } from "./errors.ts";
import type { ObjectEntry, ObjectStore } from "./object-store.ts";

/** The wait after a failed attempt to open the store, in milliseconds. */
const retryAfterMs = 500;

/** Opens at the first use and again after a failure, so that a service starts while its store is down. */
export function lazyStore(
  open: () => Promise<ObjectStore>,
  monotonicMs: () => number = () => performance.now(),
): ObjectStore {
  let opening: Promise<ObjectStore> | undefined;
  let failure: { error: unknown; at: number } | undefined;

  const store = (): Promise<ObjectStore> => {
    if (opening) return opening;
    if (failure && monotonicMs() - failure.at < retryAfterMs) return Promise.reject(failure.error);
    const attempt = open().catch((cause: unknown) => {
      const error = new ObjectStoreUnavailable("the object store could not be opened", { cause });
      failure = { error, at: monotonicMs() };
      opening = undefined;
      throw error;
    });
    opening = attempt;
    return attempt;
  };

  return {
    async put(key, body, options) {
      body.on("error", () => {});
      try {
        return await (await store()).put(key, body, options);
      } finally {
        body.destroy();
      }
    },
    get: async (key, options) => (await store()).get(key, options),
    stat: async (key) => (await store()).stat(key),
    delete: async (key) => (await store()).delete(key),
    async *list(prefix): AsyncGenerator<ObjectEntry> {
      yield* (await store()).list(prefix);
    },
    ready: async () => (await store()).ready(),
    async close() {
      await (await opening?.catch(() => undefined))?.close();
    },
  };
}
