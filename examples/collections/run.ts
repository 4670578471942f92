// The OpenAPI document of a running product as a file, linted, and as collections of
// requests for Bruno, whose reads are run, and for Postman.
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { completeAddresses, readsIn } from "./requests.ts";

/** Tools that only this needs, and that weigh more than the product. */
const tools = ["@redocly/cli@2.77.0", "@usebruno/cli@4.1.0"];
const title = "Marketplace API";

interface Target {
  baseUrl: string;
  /** Of a seller. */
  token: string;
}

interface Ran {
  name: string;
  response: { status: number };
}

/** Not synchronous: connections to the product would die unseen meanwhile. */
const run = (program: string, args: readonly string[], cwd: string): Promise<unknown> =>
  promisify(execFile)(program, args, { cwd, maxBuffer: 64 * 2 ** 20 });

/** Runs the reads; every one has to be answered, and most of them with what they ask for. */
async function runReads(bru: string, collection: string, { baseUrl, token }: Target): Promise<void> {
  const report = join(collection, "report.json");
  const variables = ["--env-var", `token=${token}`, "--env-var", `baseUrl=${baseUrl}`];
  await run(bru, ["run", ...readsIn(collection), ...variables, "--reporter-json", report], collection);
  // The tool's own format.
  const [{ results }] = JSON.parse(readFileSync(report, "utf8")) as [{ results: Ran[] }];
  rmSync(report);
  const failed = results.filter(({ response: { status } }) => status === 401 || status >= 500);
  if (failed.length > 0) throw new Error(`not answered: ${JSON.stringify(failed.map(({ name }) => name))}`);
  const succeeded = results.filter(({ response: { status } }) => status < 400).length;
  process.stdout.write(`collection: ${succeeded} of ${results.length} reads succeed as they stand\n`);
  if (succeeded < results.length * 0.7) throw new Error("too few examples succeed");
}

/** Makes `openapi.json`, `bruno` and `postman.json` in `folder`. */
export async function makeCollections(folder: string, target: Target): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), "marketplace-collections-"));
  try {
    await run(
      "npm",
      ["install", "--prefix", home, "--no-audit", "--no-fund", "--ignore-scripts", ...tools],
      home,
    );
    const bin = (name: string): string => join(home, "node_modules/.bin", name);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(join(folder, "bruno"), { recursive: true });
    const document = join(folder, "openapi.json");
    writeFileSync(document, await (await fetch(`${target.baseUrl}/openapi.json`)).text());
    await run(
      bin("redocly"),
      ["lint", document, "--config", join(import.meta.dirname, "redocly.yaml")],
      folder,
    );
    const imported = ["import", "openapi", "--source", document, "--collection-name", title];
    await run(
      bin("bru"),
      [...imported, "--output", join(folder, "bruno"), "--collection-format", "bru"],
      home,
    );
    completeAddresses(join(folder, "bruno", title));
    await runReads(bin("bru"), join(folder, "bruno", title), target);
    const inner = join(home, "collection.json");
    await run(bin("bru"), [...imported, "--output-file", inner, "--collection-format", "bru"], home);
    const { brunoToPostman } = createRequire(bin("x"))("@usebruno/converters");
    const postman: unknown = await brunoToPostman(JSON.parse(readFileSync(inner, "utf8")));
    writeFileSync(join(folder, "postman.json"), JSON.stringify(postman));
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
