/** Latencies of repeated measurements, in milliseconds. */
export interface Latency {
  p50: number;
  p99: number;
  runs: number;
}

const quantile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;

/** Summarizes latencies. */
export function latencyOf(milliseconds: readonly number[]): Latency {
  const sorted = [...milliseconds].sort((a, b) => a - b);
  return { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99), runs: sorted.length };
}

/** Runs `work` sequentially, with some unmeasured warm-up runs first. */
export async function measure(
  work: (run: number) => Promise<unknown>,
  runs: number,
  warmUp = 10,
): Promise<Latency> {
  const milliseconds: number[] = [];
  for (let run = -warmUp; run < runs; run += 1) {
    const startedAt = performance.now();
    await work(run);
    if (run >= 0) milliseconds.push(performance.now() - startedAt);
  }
  return latencyOf(milliseconds);
}

/** `1.23 ms`, aligned for tables. */
export const inMs = (value: number): string => `${value.toFixed(2)} ms`.padStart(10);
