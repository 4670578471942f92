import { launchChromium } from "./chromium.ts";

/** Checks that a browser is installed and runs, before a product is started. */
export async function setup(): Promise<void> {
  const browser = await launchChromium();
  await browser.close();
}
