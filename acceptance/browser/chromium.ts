import { existsSync } from "node:fs";
import { installed } from "@marketplace/testkit/debian-package";
import { type Browser, chromium } from "playwright-core";

const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";

/** Flags that keep the browser from using the network by itself. */
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

/**
 * Returns headless Chromium. Installs it from Debian when it is missing and this user may; otherwise throws.
 */
export async function launchChromium(): Promise<Browser> {
  const found = installed({
    name: "chromium",
    find: () => (existsSync(executablePath) ? executablePath : undefined),
    advice: `The browser tests need Chromium at ${executablePath} (Debian: apt-get install chromium; elsewhere set CHROMIUM)`,
  });
  return await chromium.launch({ executablePath: found, args: flags });
}
