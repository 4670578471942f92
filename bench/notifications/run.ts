import { startEndpoints } from "./endpoints.ts";
import { latency, throughput } from "./scenarios.ts";
import { setStage } from "./stage.ts";

const deliveries = 10_000;

/** Measures the whole way: outbox, relay, fan-out, queue, POST. */
async function measure(): Promise<string[][]> {
  const endpoints = await startEndpoints();
  const stage = await setStage();
  try {
    const users = await Promise.all(Array.from({ length: 10 }, () => stage.subscribe(endpoints.ok)));
    const nine = users.slice(1);
    const [first = 0] = users;
    const hanging = await stage.subscribe(endpoints.hang);
    // The code is warm when the figures are taken.
    await throughput(stage, endpoints, users, 2_000);
    const toOne = await throughput(stage, endpoints, [first], deliveries);
    const toTen = await throughput(stage, endpoints, users, deliveries);
    const idle = await latency(stage, endpoints, {
      ...{ users: [first], watched: [first], count: 200, everyMs: 50 },
    });
    const pace = { watched: nine, count: 1_000, everyMs: 10 };
    const healthy = await latency(stage, endpoints, { users: [first, ...nine], ...pace });
    const besideHanging = await latency(stage, endpoints, { users: [hanging, ...nine], ...pace });
    const milliseconds = ({ p50, p95 }: typeof idle) => [p50.toFixed(1), p95.toFixed(1)];
    return [
      ["deliveries/s to one application", toOne.toFixed(0), ""],
      ["deliveries/s to ten applications", toTen.toFixed(0), ""],
      ["commit to arrival when idle, ms (p50, p95)", ...milliseconds(idle)],
      ["nine applications beside a healthy tenth, 100 events/s, ms (p50, p95)", ...milliseconds(healthy)],
      [
        "nine applications beside a hanging tenth, 100 events/s, ms (p50, p95)",
        ...milliseconds(besideHanging),
      ],
      [
        "ratio of the last two (p50, p95)",
        ratio(besideHanging.p50, healthy.p50),
        ratio(besideHanging.p95, healthy.p95),
      ],
    ];
  } finally {
    await stage.strike();
    endpoints.stop();
  }
}

const ratio = (one: number, other: number) => (one / other).toFixed(2);

const rows = await measure();
const lines = rows.map((row) => `| ${row.join(" | ")} |`);
process.stdout.write(["| figure | p50 or rate | p95 |", "| --- | --- | --- |", ...lines, ""].join("\n"));
