// Everything about searches: their relevance, then at size the index and its peers in a process, then the
// service over HTTP.

import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { commandLine } from "../../scripts/command-line.ts";

const usage = `Usage: node search/main.ts [SIZES] [--count 200] [--passes 3] [--titles DIR]

Runs relevance.ts, then engines.ts and run.ts --cpu with catalogs of these sizes (10000,100000,1000000).`;
const { values, positionals } = commandLine(usage, {
  allowPositionals: true,
  options: {
    count: { type: "string", default: "200" },
    passes: { type: "string", default: "3" },
    titles: { type: "string" },
  },
});
const { count, passes, titles } = values;
const shared = [positionals[0] ?? "10000,100000,1000000", "--count", count, "--passes", passes];

const run = (script: string, ...options: string[]): void => {
  execFileSync(process.execPath, [join(import.meta.dirname, script), ...options], { stdio: "inherit" });
};
run("relevance.ts");
run("engines.ts", ...shared, ...(titles === undefined ? [] : ["--titles", titles]));
run("run.ts", ...shared, "--cpu");
