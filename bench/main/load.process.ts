// Sends one load and tells its figures: "warm" when the measured part begins, then the counts and latencies.
import autocannon from "autocannon";
import { latencyOf } from "../measure/latency.ts";
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
  const { p50, p99 } = latencyOf(milliseconds);
  const told: LoadResult = {
    good: result["2xx"],
    bad: result.non2xx + result.errors + result.timeouts,
    seconds: result.duration,
    ...{ p50, p99 },
  };
  process.send?.(told);
});
