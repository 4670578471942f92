import { launchChromium } from "./chromium.ts";

/** Before anything is started: there is a browser, and it runs. */
export async function setup(): Promise<void> {
  const browser = await launchChromium();
  await browser.close();
}
