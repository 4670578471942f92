// Sends one load and tells its figures: "warm" when the measured part begins, then the counts and latencies.
import autocannon from "autocannon";
import { latencyOf } from "../measure/latency.ts";
import type { LoadOrder, LoadResult } from "./load.ts";
import { endWithParent } from "./serve-parent.ts";

endWithParent();
process.once("message", async (order: LoadOrder) => {
  const { url, requests, connections, warmUpSeconds, seconds } = order;
  const milliseconds: number[] = [];
  let good = 0;
  let refused = 0;
  let beganAt = Number.POSITIVE_INFINITY;
  let endedAt = beganAt;
  setTimeout(() => {
    beganAt = performance.now();
    process.send?.("warm");
  }, 1_000 * warmUpSeconds);
  // One run for both parts: a second would begin with all its connections at once, while it is still preparing them.
  const result = await autocannon({
    ...{ url, connections, requests, pipelining: 1, timeout: 20 },
    duration: warmUpSeconds + seconds,
    setupClient: (client) =>
      client.on("response", (status, _bytes, took) => {
        endedAt = performance.now();
        if (endedAt < beganAt) return;
        milliseconds.push(took);
        if (status >= 200 && status < 300) good += 1;
        else refused += 1;
      }),
  });
  const { p50, p99 } = latencyOf(milliseconds);
  const bad = refused + result.errors + result.timeouts;
  const told: LoadResult = { good, bad, seconds: (endedAt - beganAt) / 1_000, p50, p99 };
  process.send?.(told);
});
