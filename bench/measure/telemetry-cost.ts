// Client and server share the process, so the first column contains both; compare the differences.
import { openSync } from "node:fs";
import { Agent, get } from "node:http";
import { text } from "node:stream/consumers";
import { bareApp, type Conventions, kit, mount, requests } from "@marketplace/conventions";
import { createLogger, serve, silentLogger } from "@marketplace/server";
import { startTelemetry, type Telemetry } from "@marketplace/telemetry";
import { z } from "zod";
import { commandLine } from "../../scripts/command-line.ts";

const usage = `Usage: node measure/telemetry-cost.ts [REQUESTS]

Measures the CPU time per request without telemetry, with metrics, and with metrics and the log line.`;
const { positionals } = commandLine(usage, { allowPositionals: true });
const perRound = Number(positionals[0] ?? 3_000);
const rounds = 9;
const { operation, resource } = kit<object>();
const things = resource({
  name: "Things",
  description: "Something small to read",
  fields: z.object({ ok: z.boolean().describe("Always true") }),
  operations: [
    operation({
      id: "readThing",
      method: "GET",
      path: "/things",
      summary: "Reads it",
      example: "/things",
      access: "public",
      response: z.object({ ok: z.boolean() }),
      handle: () => ({ ok: true }),
    }),
  ],
});

const observed = await startTelemetry("bench", {});
const telemetry = observed.of("bench");
const authenticate = () => ({ kind: "none" }) as const;

async function subject(parts: Pick<Conventions, "log"> & { telemetry?: Telemetry }, watched = true) {
  const conventions = { authenticate, ...parts };
  const app = bareApp();
  if (watched) app.use(requests(conventions));
  app.use(mount([things], {}, conventions));
  const { port, close } = await serve(app, { host: "127.0.0.1", port: 0 });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      get({ host: "127.0.0.1", port, path: "/things", agent }, (res) => {
        text(res).then(() => resolve(), reject);
      }).on("error", reject);
    });
  return { ask, close, costs: [] as number[] };
}

// Log to /dev/null: the output device is not measured.
const quiet = openSync("/dev/null", "w");
const log = createLogger("bench", "info", quiet);
const subjects = {
  "without telemetry": await subject({ log: silentLogger() }, false),
  "metrics, no log line": await subject({ log: silentLogger(), telemetry }),
  "metrics and log line": await subject({ log, telemetry }),
};

for (let round = 0; round <= rounds; round++) {
  for (const { ask, costs } of Object.values(subjects)) {
    const before = process.cpuUsage();
    for (let n = 0; n < perRound; n++) await ask();
    const { user, system } = process.cpuUsage(before);
    // The first round warms up.
    if (round > 0) costs.push((user + system) / perRound);
  }
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
const base = median(subjects["without telemetry"].costs);
for (const [name, { costs }] of Object.entries(subjects)) {
  const cost = median(costs);
  console.log(`${name.padEnd(24)} ${cost.toFixed(1)} µs per request, ${(cost - base).toFixed(1)} more`);
}

const observations = 1_000_000;
const request = { method: "GET", route: "/things/{id}", status: 200, seconds: 0.001 };
const before = process.cpuUsage();
for (let n = 0; n < observations; n++) telemetry.metrics.answered(request);
const { user, system } = process.cpuUsage(before);
console.log(`one observation          ${((user + system) / observations).toFixed(2)} µs`);
const scrape = process.cpuUsage();
for (let n = 0; n < 50; n++) await observed.exposition?.();
const scraped = process.cpuUsage(scrape);
console.log(`one scrape               ${((scraped.user + scraped.system) / 50 / 1_000).toFixed(1)} ms`);
await Promise.all(Object.values(subjects).map(({ close }) => close()));
process.exit(0);
