import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";

/** Quiet: nothing that the browser would do by itself reaches the network. */
const flags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Headless Chromium; installed from Debian's packages when it is missing and that is allowed. Fails when there is none. */
export async function launchChromium(): Promise<Browser> {
  if (!existsSync(executablePath)) install();
  return await chromium.launch({ executablePath, args: flags });
}

function install(): void {
  const isRoot = process.getuid?.() === 0;
  const advice = `The browser tests need Chromium at ${executablePath} (Debian: apt-get install chromium; elsewhere set CHROMIUM)`;
  if (!isRoot) throw new Error(advice);
  for (const args of [["update"], ["install", "-y", "--no-install-recommends", "chromium"]]) {
    const { status, error } = spawnSync("apt-get", args, { stdio: ["ignore", "ignore", "inherit"] });
    if (status !== 0) throw new Error(`${advice}; apt-get ${args[0]} failed: ${error?.message ?? status}`);
  }
  if (!existsSync(executablePath)) throw new Error(advice);
}
