import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import type { Checks } from "../compose/checks.ts";
import { tried, userEnvironment } from "./programs.ts";

/** How long `listen` may take to print what it is waited for, on a busy machine. */
const timeoutMs = 240_000;

interface Place {
  home: string;
  baseUrl: string;
}

/** The tools of the package, on the product that runs in its folder. */
export async function checkTools(checks: Checks, { home, baseUrl }: Place): Promise<void> {
  const tool = (...words: string[]) => tried("npx", ["marketplace-api", ...words], { cwd: home });
  const help = await tool("--help");
  const commands = "start listen trigger world certify import train evaluate backup completion".split(" ");
  const missing = commands.filter((name) => !new RegExp(`^ {2}${name}\\b`, "m").test(help.stdout));
  checks.that("--help lists every command", help.code === 0 && missing.length === 0, missing);
  const unknown = await tool("trian");
  checks.that("an unknown command is an error", unknown.code === 1, unknown.stderr.split("\n").join(" "));
  const made = await tool("world", "create", "--ttl", "60");
  checks.that(
    "world create makes a world",
    made.code === 0 && /"access_token"/.test(made.stdout),
    made.stderr,
  );
  const page = await fetch(`${baseUrl}/console`, { headers: { Accept: "text/html" } });
  checks.that("the console is served", page.ok && /<script/.test(await page.text()), page.status);
  const guide = await fetch(`${baseUrl}/docs/guide/`, { headers: { Accept: "text/html" } });
  checks.that("the guide is served", guide.ok && /<h1/.test(await guide.text()), guide.status);
  await checkCompletions(checks, tool);
  const evaluated = await tool("evaluate", "absent.jsonl");
  checks.that("evaluate says which file is missing", evaluated.code === 1 && /absent/.test(evaluated.stderr));
  const copied = await tool("backup", "copy");
  checks.that("backup copies the data", copied.code === 0 && /"files":\d/.test(copied.stdout), copied.stderr);
  await checkForwarding(checks, { home, baseUrl });
}

type Tool = (...words: string[]) => ReturnType<typeof tried>;

async function checkCompletions(checks: Checks, tool: Tool): Promise<void> {
  for (const shell of ["bash", "zsh", "fish"]) {
    const { code, stdout } = await tool("completion", shell);
    checks.that(
      `completion ${shell} prints a script`,
      code === 0 && stdout.includes("marketplace-api complete"),
    );
  }
  const { stdout } = await tool("complete", "--", "world", "");
  checks.that("completions know subcommands", /^create\t/m.test(stdout) && /^reset\t/m.test(stdout));
}

/** `listen --forward-to` brings a question's notification to an application, signed. */
async function checkForwarding(checks: Checks, { home }: Place): Promise<void> {
  const got = Promise.withResolvers<string>();
  const application = createServer(async (req, res) => {
    const { resource } = (await json(req)) as { resource: string };
    res.writeHead(202).end();
    got.resolve(`${resource} ${"webhook-signature" in req.headers}`);
  }).listen(0, "127.0.0.1");
  await once(application, "listening");
  // A listening TCP server has an address with a port.
  const { port } = application.address() as AddressInfo;
  const program = join(home, "node_modules/marketplace-api/bin/marketplace-api.js");
  const words = [program, "listen", "--topics", "questions", "--forward-to", `http://127.0.0.1:${port}/hook`];
  const listener = spawn("node", words, {
    cwd: home,
    env: userEnvironment(),
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  // It also prints while nobody waits for it.
  listener.stdout.setEncoding("utf8").on("data", (text: string) => (said += text));
  const ended = once(listener, "close");
  let hasEnded = false;
  listener.once("close", () => {
    hasEnded = true;
  });
  const printed = async (part: string): Promise<void> => {
    for (const deadline = performance.now() + timeoutMs; !said.includes(part); await delay(50))
      if (hasEnded || performance.now() > deadline) {
        listener.kill("SIGKILL");
        throw new Error(`listen did not print ${part}, but ${said}`);
      }
  };
  await printed("Listening for questions");
  const asked = await tried("node", [program, "trigger", "question.asked"], { cwd: home });
  checks.that("trigger makes an event happen", asked.code === 0, asked.stderr);
  const nothing = delay(timeoutMs, "nothing", { ref: false });
  const told = await Promise.race([got.promise, nothing]);
  checks.that(
    "listen sends a notification on, with its signature",
    /^\/questions\/\d+ true$/.test(told),
    told,
  );
  await printed("answered 202");
  checks.that("listen prints the answer", true);
  listener.kill("SIGINT");
  const [code] = await ended;
  checks.that("Ctrl-C ends listen", code === 0, code);
  application.close();
  const { base_url } = JSON.parse(await readFile(join(home, ".data/sandbox.json"), "utf8")) as {
    base_url: string;
  };
  checks.that("sandbox.json names the product", base_url.startsWith("http://"));
}
