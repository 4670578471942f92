import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commandLine } from "../../scripts/command-line.ts";
import { Checks } from "../compose/checks.ts";
import { walkFiveMinutes } from "../process/five-minutes.ts";
import { checkExamples, checkPython, checkTypes } from "./consumer.ts";
import { startInstalled } from "./installed-product.ts";
import { checkContents, packAll } from "./packing.ts";
import { run } from "./programs.ts";
import { checkTools } from "./tools.ts";

const usage = `Usage: pnpm test:packages [--keep]

Packs the packages that are published, installs them into an empty folder with an empty npm cache, starts the
product there, and uses it as the guide says.

  --keep  leaves the folder`;
const { values } = commandLine(usage, { options: { keep: { type: "boolean", default: false } } });

const checks = new Checks();
const folder = await mkdtemp(join(tmpdir(), "marketplace-packages-"));
const home = join(folder, "empty");
try {
  await everything();
} catch (error) {
  checks.that("the run comes to its end", false, String(error));
  process.stdout.write(`${error instanceof Error ? error.stack : error}\n`);
}
if (values.keep) process.stdout.write(`${folder} stays\n`);
else await rm(folder, { recursive: true, force: true });
process.exitCode = checks.end() ? 0 : 1;

async function everything(): Promise<void> {
  checks.section("packing");
  const tarballs = await packAll(folder);
  await checkContents(checks, tarballs);
  await checkPython(checks);

  checks.section("in an empty folder, with an empty cache");
  await mkdir(home);
  const begun = performance.now();
  const seconds = () => `${((performance.now() - begun) / 1_000).toFixed(1)} s`;
  // Without the prefix npm would install into a folder above that has node_modules. No script runs: some
  // package managers run none unless they are told to.
  const flags = [
    "--prefix",
    home,
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--cache",
    join(folder, "cache"),
  ];
  const installed = tarballs.filter(({ runsHere }) => runsHere).map(({ path }) => path);
  await run("npm", ["install", ...flags, ...installed], { cwd: home });
  process.stdout.write(`installed within ${seconds()}\n`);
  const product = await startInstalled(home);
  process.stdout.write(`ready within ${seconds()} of the install's begin\n`);
  try {
    await walkFiveMinutes({ baseUrl: product.baseUrl, folder: home });
    checks.that("the five minutes", true);
    checks.section("tools");
    await checkTools(checks, { home, baseUrl: product.baseUrl });
    checks.section("types and examples");
    await checkTypes(checks, home);
  } finally {
    checks.that("SIGTERM to npx stops it", await product.stop());
  }
  await checkExamples(checks, home);
}
