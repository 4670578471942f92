// The OpenAPI document of a running product as a file, linted, and as collections of
// requests for Bruno, all of which are run, and for Postman.
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { completeAddresses, requestsIn } from "./requests.ts";

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
  request: { method: string };
  response: { status: number };
}

/** Not synchronous: connections to the product would die unseen meanwhile. */
const run = (program: string, args: readonly string[], cwd: string): Promise<unknown> =>
  promisify(execFile)(program, args, { cwd, maxBuffer: 64 * 2 ** 20 });

/** Runs the requests, deletions last. All have to be answered, and enough of them with what they ask for. */
async function runRequests(bru: string, collection: string, { baseUrl, token }: Target): Promise<void> {
  const report = join(collection, "report.json");
  const variables = ["--env-var", `token=${token}`, "--env-var", `baseUrl=${baseUrl}`];
  const files = [["get"], ["post", "put", "patch"], ["delete"]].flatMap((methods) =>
    requestsIn(collection, ...methods),
  );
  await run(bru, ["run", ...files, ...variables, "--reporter-json", report], collection);
  // The tool's own format.
  const [{ results }] = JSON.parse(readFileSync(report, "utf8")) as [{ results: Ran[] }];
  rmSync(report);
  if (results.length !== files.length) throw new Error(`${results.length} of ${files.length} were sent`);
  const failed = results.filter(({ response: { status } }) => status === 401 || !(status < 500));
  if (failed.length > 0) throw new Error(`not answered: ${JSON.stringify(failed.map(({ name }) => name))}`);
  const reads = results.filter(({ request }) => request.method === "GET");
  const writes = results.filter(({ request }) => request.method !== "GET");
  check("reads", reads, 0.7);
  // Most need a thing in a state of its own, or an id of what was made before.
  check("writes", writes, 0.2);
}

function check(what: string, ran: readonly Ran[], share: number): void {
  const succeeded = ran.filter(({ response: { status } }) => status < 400).length;
  process.stdout.write(`collection: ${succeeded} of ${ran.length} ${what} succeed as they stand\n`);
  if (succeeded < ran.length * share) throw new Error(`too few examples of ${what} succeed`);
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
    await runRequests(bin("bru"), join(folder, "bruno", title), target);
    const inner = join(home, "collection.json");
    await run(bin("bru"), [...imported, "--output-file", inner, "--collection-format", "bru"], home);
    const { brunoToPostman } = createRequire(bin("x"))("@usebruno/converters");
    const postman: unknown = await brunoToPostman(JSON.parse(readFileSync(inner, "utf8")));
    writeFileSync(join(folder, "postman.json"), JSON.stringify(postman));
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
