// Sends one load and tells its figures: "warm" when the measured part begins, then the counts and latencies.
import autocannon from "autocannon";
import type { LoadOrder, LoadResult } from "./load.ts";
import { endWithParent } from "./serve-parent.ts";

endWithParent();
process.once("message", async (order: LoadOrder) => {
  const { url, requests, connections } = order;
  const shot = { url, connections, requests, pipelining: 1, timeout: 20 };
  await autocannon({ ...shot, duration: order.warmUpSeconds });
  process.send?.("warm");
  const milliseconds: number[] = [];
  const result = await autocannon({
    ...shot,
    duration: order.seconds,
    setupClient: (client) => client.on("response", (_status, _bytes, took) => milliseconds.push(took)),
  });
  const told: LoadResult = {
    good: result["2xx"],
    bad: result.non2xx + result.errors + result.timeouts,
    seconds: result.duration,
    ...quantilesOf(milliseconds),
  };
  process.send?.(told);
});

function quantilesOf(milliseconds: number[]): { p50: number; p99: number } {
  const sorted = Float64Array.from(milliseconds).sort();
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
}
