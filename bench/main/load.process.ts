// Sends one load and reports on it: "warm" when the measured part begins, then counts and latencies.
import autocannon, { type Client } from "autocannon";
import { latencyOf } from "../measure/latency.ts";
import type { HttpLoadResult, LoadOrder } from "./load.ts";
import { requestParts } from "./request-parts.ts";
import { endWithParent } from "./serve-parent.ts";

/** Shorter lists may be answered from a cache: each of their requests is sent before the measured part. */
const longestRepeated = 10_000;

endWithParent();
process.once("message", async (order: LoadOrder) => {
  const { url, requests, connections } = order;
  const first = requests.slice(0, 1);
  const shot = { url, connections, requests: first, pipelining: 1, timeout: 20 };
  const parts = requestParts(requests, connections, order.sent);
  const partsOf = () => {
    let begun = 0;
    return (client: Client) => {
      const connection = begun++;
      client.setRequests(parts.of(connection));
      client.on("response", () => parts.note(connection));
    };
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
  const told: HttpLoadResult = {
    good: result["2xx"],
    bad: result.non2xx + result.errors + result.timeouts,
    seconds: result.duration,
    p50,
    p99,
    sent: parts.sent,
  };
  process.send?.(told);
});
