import { commandLine } from "../../scripts/command-line.ts";
import { startEndpoints } from "./endpoints.ts";
import { latency, quantile, throughput } from "./scenarios.ts";
import { setStage } from "./stage.ts";

const usage = `Usage: node notifications/run.ts

Measures deliveries a second, the time from commit to arrival, and what a hanging application costs the others.`;
commandLine(usage, {});
const deliveries = 10_000;

/** Measures the path of a notification: outbox, relay, fan-out, queue, POST. */
async function measure(): Promise<string[][]> {
  const endpoints = await startEndpoints();
  const stage = await setStage();
  try {
    const users = await Promise.all(Array.from({ length: 10 }, () => stage.subscribe(endpoints.ok)));
    const nine = users.slice(1);
    const [first = 0] = users;
    const hanging = await stage.subscribe(endpoints.hang);
    // Warms the code up.
    await throughput(stage, endpoints, users, 2_000);
    const toOne = await throughput(stage, endpoints, [first], deliveries);
    const toTen = await throughput(stage, endpoints, users, deliveries);
    const idle = await latency(stage, endpoints, {
      users: [first],
      watched: [first],
      count: 200,
      everyMs: 50,
    });
    const pace = { watched: nine, count: 300, everyMs: 10 };
    const besideHealthy: number[] = [];
    const besideHanging: number[] = [];
    // In turns, so that other load on the machine affects both alike.
    for (let turn = 0; turn < 4; turn++) {
      besideHealthy.push(...(await latency(stage, endpoints, { users: [first, ...nine], ...pace })));
      besideHanging.push(...(await latency(stage, endpoints, { users: [hanging, ...nine], ...pace })));
    }
    const ratio = (share: number) =>
      (quantile(besideHanging, share) / quantile(besideHealthy, share)).toFixed(2);
    return [
      ["deliveries/s to one application", toOne.toFixed(0), ""],
      ["deliveries/s to ten applications", toTen.toFixed(0), ""],
      ["commit to arrival when idle, ms", ...milliseconds(idle)],
      ["nine applications beside a healthy tenth, 100 events/s, ms", ...milliseconds(besideHealthy)],
      ["nine applications beside a hanging tenth, 100 events/s, ms", ...milliseconds(besideHanging)],
      ["ratio of the last two", ratio(0.5), ratio(0.95)],
    ];
  } finally {
    await stage.strike();
    endpoints.stop();
  }
}

const milliseconds = (times: number[]) => [0.5, 0.95].map((share) => quantile(times, share).toFixed(1));

const rows = await measure();
const lines = rows.map((row) => `| ${row.join(" | ")} |`);
process.stdout.write(["| figure | rate or p50 | p95 |", "| --- | --- | --- |", ...lines, ""].join("\n"));
