import type { ObjectStore } from "./object-store.ts";

/** What is waited for before an operation; `undefined` when nothing is. A rejection is the operation's. */
export type Gate = () => Promise<void> | undefined;

/** The store behind a gate; the store itself without one. */
export function gatedStore(store: ObjectStore, gate: Gate | undefined): ObjectStore {
  if (!gate) return store;
  return {
    async put(key, body, options) {
      try {
        await gate();
      } catch (error) {
        body.destroy();
        throw error;
      }
      return store.put(key, body, options);
    },
    async get(key, options) {
      await gate();
      return store.get(key, options);
    },
    async stat(key) {
      await gate();
      return store.stat(key);
    },
    async delete(key) {
      await gate();
      return store.delete(key);
    },
    async *list(prefix) {
      await gate();
      yield* store.list(prefix);
    },
    async ready() {
      await gate();
      return store.ready();
    },
    close: () => store.close(),
  };
}
