/** Calls with equal keys share one run. */
export interface SingleFlight<K, V> {
  /** The result of the present run of this key, else of `run`, which begins now. Failures are shared too. */
  (key: K, run: () => Promise<V>): Promise<V>;
  /** Lets later calls begin a new run: what is under way may have read what has changed since. */
  forget(): void;
}

/**
 * Single-flight, as Go's `singleflight` (ADR 21). What a call that joins a run gets may be older than the
 * call.
 */
export function createSingleFlight<K, V>(): SingleFlight<K, V> {
  const running = new Map<K, Promise<V>>();
  const flight = (key: K, run: () => Promise<V>): Promise<V> => {
    const present = running.get(key);
    if (present) return present;
    const result = run().finally(() => {
      if (running.get(key) === result) running.delete(key);
    });
    running.set(key, result);
    return result;
  };
  return Object.assign(flight, { forget: () => running.clear() });
}
