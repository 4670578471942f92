// Everything about searches: their relevance, then at size the index and its peers in a process, then the
// service over HTTP.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startNode } from "@marketplace/search-index/test-server";
import { commandLine } from "../../scripts/command-line.ts";

const usage = `Usage: node search/main.ts [SIZES] [--opensearch] [--count 200] [--passes 3] [--titles DIR]

Runs relevance.ts, then engines.ts and run.ts --cpu with catalogs of these sizes (10000,100000,1000000).

  --opensearch  the driver for OpenSearch as well, on the server that OPENSEARCH_URL names, else on a node of our
                own (Java, Maven)`;
const { values, positionals } = commandLine(usage, {
  allowPositionals: true,
  options: {
    opensearch: { type: "boolean", default: false },
    count: { type: "string", default: "200" },
    passes: { type: "string", default: "3" },
    titles: { type: "string" },
  },
});
const { opensearch, count, passes, titles } = values;
const heapOfServer = 2_048;
const shared = [positionals[0] ?? "10000,100000,1000000", "--count", count, "--passes", passes];
const onServer = opensearch ? ["--opensearch"] : [];

const own =
  opensearch && !process.env.OPENSEARCH_URL
    ? await startNode({ heap: heapOfServer, isFast: true })
    : undefined;
const env = { ...process.env, ...(own && { OPENSEARCH_URL: own.url }) };
// The catalogs are filled once, for both drivers.
const catalogs = await mkdtemp(join(tmpdir(), "bench-search-"));
try {
  await run("relevance.ts", ...onServer);
  await run("engines.ts", ...shared, ...(titles === undefined ? [] : ["--titles", titles]));
  await run("run.ts", ...shared, "--cpu", "--keep", catalogs);
  if (opensearch) await run("run.ts", ...shared, "--cpu", "--keep", catalogs, ...onServer);
} finally {
  await own?.remove();
  await rm(catalogs, { recursive: true, force: true });
}

async function run(script: string, ...options: string[]): Promise<void> {
  const words = [join(import.meta.dirname, script), ...options];
  const [code] = await once(spawn(process.execPath, words, { env, stdio: "inherit" }), "exit");
  if (code !== 0) throw new Error(`${script} ended with ${code}`);
}
