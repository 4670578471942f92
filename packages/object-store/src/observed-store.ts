import type { Outcome, Telemetry } from "@marketplace/telemetry";
import { ObjectStoreUnavailable } from "./errors.ts";
import type { ObjectStore } from "./object-store.ts";

type Work<T> = () => Promise<T>;

/** Measures the operations of an object store by outcome, and the bytes in and out. */
export function observedStore(store: ObjectStore, driver: string, { metrics }: Telemetry): ObjectStore {
  const observed = async <T>(operation: string, work: Work<T>, bytesOf: (result: T) => number = () => 0) => {
    const startedAt = performance.now();
    const ended = (outcome: Outcome, bytes = 0) =>
      metrics.objectStore({
        operation,
        driver,
        outcome,
        bytes,
        seconds: (performance.now() - startedAt) / 1_000,
      });
    try {
      const result = await work();
      ended("ok", bytesOf(result));
      return result;
    } catch (error) {
      ended(error instanceof ObjectStoreUnavailable ? "unavailable" : "error");
      throw error;
    }
  };
  return {
    put: (key, body, options) =>
      observed(
        "put",
        () => store.put(key, body, options),
        ({ size }) => size,
      ),
    get: (key, options) =>
      observed(
        "get",
        () => store.get(key, options),
        ({ size, range }) => (range ? range.to - range.from + 1 : size),
      ),
    stat: (key) => observed("stat", () => store.stat(key)),
    delete: (key) => observed("delete", () => store.delete(key)),
    // The reader decides how long a listing takes.
    list: (prefix) => store.list(prefix),
    ready: () => observed("ready", () => store.ready()),
    close: () => store.close(),
  };
}
