import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Sandbox } from "../../packages/sandbox-client/src/index.ts";
import { passportStrategy, type TestedClient, testedClients } from "./clients.ts";
import { type Call, failed, type Outcome, worked } from "./outcome.ts";

const acceptance = join(import.meta.dirname, "..");
const run = promisify(execFile);

interface TestResult {
  name: string;
  assertionResults: { title: string; status: string }[];
}

/** Runs tests of the acceptance suite; a failure is part of what they report. */
async function testsOf(words: string[], report: string, env: Record<string, string>): Promise<TestResult[]> {
  const flags = ["--reporter=json", `--outputFile=${report}`];
  const ran = run("vitest", ["run", ...words, ...flags], {
    cwd: acceptance,
    env: { ...process.env, ...env },
  });
  const problem = await ran.catch((error: unknown) => error);
  try {
    return (JSON.parse(readFileSync(report, "utf8")) as { testResults: TestResult[] }).testResults;
  } catch {
    throw new Error("the tests left no report", { cause: problem });
  }
}

function manifestOf(path: string): { version: string; license?: string } {
  return JSON.parse(readFileSync(path, "utf8")) as { version: string; license?: string };
}

/** The manifest of a library that the acceptance suite has. */
function installedManifest(name: string) {
  const [folder = ""] = createRequire(join(acceptance, "x")).resolve.paths(name) ?? [];
  return manifestOf(join(folder, name, "package.json"));
}

function outcomeOf({ name, file, inBrowser }: TestedClient, results: TestResult[]): Outcome {
  const { version, license = "not stated" } = installedManifest(name);
  const tests = results.filter((result) => result.name.endsWith(file)).flatMap((one) => one.assertionResults);
  const calls = tests.map(
    ({ title, status }): Call => (status === "passed" ? worked(title) : failed(title, status)),
  );
  if (calls.length === 0) throw new Error(`no test of ${name} ran`);
  return { name, version, from: "npm", license, calls, ...(inBrowser && { note: "In Chromium." }) };
}

/** Runs the tests of the libraries that the acceptance suite has. */
export async function tryTestedClients(home: string, env: Record<string, string>): Promise<Outcome[]> {
  const files = (inBrowser: boolean) =>
    testedClients.filter((client) => (client.inBrowser ?? false) === inBrowser).map(({ file }) => file);
  const plain = await testsOf(["--project", "product", ...files(false)], join(home, "plain.json"), env);
  const browser = ["--config", "browser/vitest.config.ts", ...files(true)];
  const pages = await testsOf(browser, join(home, "pages.json"), env);
  return testedClients.map((client) => outcomeOf(client, [...plain, ...pages]));
}

/** Installs the strategy and signs a user in by it. */
export async function tryPassport(sandbox: Sandbox, home: string): Promise<Outcome> {
  const { name, version } = passportStrategy;
  const flags = ["--prefix", home, "--no-audit", "--no-fund", "--ignore-scripts"];
  await run("npm", ["install", ...flags, `${name}@${version}`], { cwd: home });
  await using world = await sandbox.world({ topics: [] });
  const { client_id, client_secret, redirect_uri } = world.applications.default;
  const { id, nickname } = world.users.buyer_mla;
  const asked = { response_type: "code", client_id, redirect_uri, user_id: `${id}`, decision: "allow" };
  const body = new URLSearchParams(asked);
  const allowed = await fetch(`${world.baseUrl}/authorization`, { method: "POST", body, redirect: "manual" });
  const code = new URL(allowed.headers.get("location") ?? "").searchParams.get("code") ?? "";
  const words = [world.baseUrl, client_id, client_secret, redirect_uri, code];
  const { stdout } = await run("node", [join(import.meta.dirname, "passport.mjs"), ...words], { cwd: home });
  const said = JSON.parse(stdout) as { address?: string; user?: { profile?: { nickname?: string } } };
  const sends = "sends the user to the consent page";
  const signs = "exchanges the code, and reads who the user is";
  const leads = said.address?.startsWith(`${world.baseUrl}/authorization?`);
  const license = manifestOf(join(home, "node_modules", name, "package.json")).license ?? "not stated";
  const calls = [
    leads ? worked(sends) : failed(sends, "another address"),
    said.user?.profile?.nickname === nickname ? worked(signs) : failed(signs, "another user"),
  ];
  return { name, version, from: "npm", license, calls };
}
