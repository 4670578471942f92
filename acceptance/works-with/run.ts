// `pnpm works-with`: runs public client libraries against the product and writes docs/works-with.md.
import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSandbox } from "../../packages/sandbox-client/src/index.ts";
import { commandLine } from "../../scripts/command-line.ts";
import { launch } from "../product/product.ts";
import { tryPassport, tryTestedClients } from "./npm-clients.ts";
import { pageOf } from "./page.ts";
import { tryPythonClients } from "./python-clients.ts";

const usage = `Usage: pnpm works-with [--check]

Fetches public client libraries, runs them against the product, and writes docs/works-with.md.

  --check  writes nothing, and fails when the page would change`;
const { values } = commandLine(usage, { options: { check: { type: "boolean", default: false } } });
const root = join(import.meta.dirname, "../..");
const file = join(root, "docs/works-with.md");

const home = await mkdtemp(join(tmpdir(), "marketplace-works-with-"));
try {
  const made = formatted(await makePage());
  const before = await readFile(file, "utf8").catch(() => "");
  if (made !== before && !values.check) await writeFile(file, made);
  if (made !== before && values.check) {
    process.stderr.write(`${differences(before, made)}\ndocs/works-with.md would change: pnpm works-with\n`);
    process.exitCode = 1;
  }
} finally {
  await rm(home, { recursive: true, force: true });
}

async function makePage(): Promise<string> {
  const dataDir = join(home, "data");
  const product = await launch({ dataDir, prepared: true });
  try {
    const sandboxFile = join(dataDir, "sandbox.json");
    await using sandbox = await createSandbox({ sandboxFile });
    const env = { ACCEPTANCE_URL: product.baseUrl, ACCEPTANCE_SANDBOX: sandboxFile };
    const tested = await timed("tests", () => tryTestedClients(home, env));
    const passport = await timed("npm", () => tryPassport(sandbox, home));
    const python = await timed("PyPI", () => tryPythonClients(sandbox, home));
    return pageOf([...tested, passport, ...python]);
  } finally {
    await product.stop();
  }
}

async function timed<T>(what: string, run: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  const result = await run();
  process.stdout.write(`${what}: ${((performance.now() - begun) / 1_000).toFixed(0)} s\n`);
  return result;
}

/** The page as the repository's formatter has it. */
function formatted(text: string): string {
  const words = ["format", "--stdin-file-path=docs/works-with.md"];
  return execFileSync("biome", words, { cwd: root, input: text, encoding: "utf8" });
}

/** The lines that one of them has and the other has not. */
function differences(before: string, after: string): string {
  const [old, now] = [before.split("\n"), after.split("\n")];
  const gone = old.filter((line) => !now.includes(line)).map((line) => `- ${line}`);
  return [...gone, ...now.filter((line) => !old.includes(line)).map((line) => `+ ${line}`)].join("\n");
}
