/** Runs of this process, so that its end waits for them. */
export function createRuns() {
  const [stopping, runs] = [new AbortController(), new Set<Promise<void>>()];
  return {
    signal: stopping.signal,
    add(run: Promise<void>): void {
      const known = run.finally(() => runs.delete(known));
      runs.add(known);
    },
    async stop(): Promise<void> {
      stopping.abort(new Error("the service ended"));
      await Promise.all(runs);
    },
    /** Waits for those that are under way. */
    settled: () => Promise.all(runs),
  };
}
