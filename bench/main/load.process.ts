// Sends one load and reports on it: "warm" when the measured part begins, then counts and latencies.
import autocannon, { type Client } from "autocannon";
import { latencyOf } from "../measure/latency.ts";
import type { LoadOrder, LoadResult } from "./load.ts";
import { endWithParent } from "./serve-parent.ts";

/** Shorter lists may be answered from a cache: each of their requests is sent before the measured part. */
const longestRepeated = 10_000;

endWithParent();
process.once("message", async (order: LoadOrder) => {
  const { url, requests, connections } = order;
  const first = requests.slice(0, 1);
  const shot = { url, connections, requests: first, pipelining: 1, timeout: 20 };
  // Each connection gets its own part of the list, so that no two send the same request at once.
  const partsOf = () => {
    let connection = 0;
    return (client: Client) => client.setRequests(partOf(requests, connection++, connections));
  };
  await autocannon({ ...shot, duration: order.warmUpSeconds, setupClient: partsOf() });
  // A slow machine does not come to the end of the list in that time. Each connection sends at least one.
  const amount = Math.max(requests.length, connections);
  if (requests.length <= longestRepeated) await autocannon({ ...shot, amount, setupClient: partsOf() });
  process.send?.("warm");
  const milliseconds: number[] = [];
  const assign = partsOf();
  const result = await autocannon({
    ...shot,
    duration: order.seconds,
    setupClient(client) {
      assign(client);
      client.on("response", (_status, _bytes, took) => milliseconds.push(took));
    },
  });
  const { p50, p99 } = latencyOf(milliseconds);
  const told: LoadResult = {
    good: result["2xx"],
    bad: result.non2xx + result.errors + result.timeouts,
    seconds: result.duration,
    p50,
    p99,
  };
  process.send?.(told);
});

/** The n-th of `count` parts. A list too short to be split is rotated instead. */
function partOf<T>(list: readonly T[], n: number, count: number): readonly T[] {
  const from = Math.floor((n * list.length) / count);
  const to = Math.floor(((n + 1) * list.length) / count);
  return list.length >= count ? list.slice(from, to) : [...list.slice(from), ...list.slice(0, from)];
}
