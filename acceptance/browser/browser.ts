import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, onTestFinished } from "vitest";
import { launchChromium } from "./chromium.ts";

/** A folder for pictures of the pages, when somebody wants to look at them. */
const shots = process.env.SCREENSHOTS;

/** Opens pages of one browser, which lives while the tests of the file run. */
export interface Opened {
  /**
   * Opens a page for a new visitor, which ends with the test. `asked` collects every address that the page
   * requests.
   */
  page(options?: { javaScriptEnabled?: boolean; width?: number; dark?: boolean }): Promise<Visit>;
}

export interface Visit {
  page: Page;
  asked: URL[];
  /** Errors and warnings of the page's console. */
  complaints: string[];
  /** Saves a screenshot for manual review in the folder that SCREENSHOTS names. */
  shoot(name: string): Promise<void>;
}

export function opened(): Opened {
  let browser: Browser | undefined;
  beforeAll(async () => {
    if (shots) mkdirSync(shots, { recursive: true });
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());
  return {
    async page({ javaScriptEnabled = true, width = 1000, dark = false } = {}) {
      if (!browser) throw new Error("the browser is open only while tests run");
      const context = await browser.newContext({
        javaScriptEnabled,
        viewport: { width, height: 800 },
        colorScheme: dark ? "dark" : "light",
      });
      // A busy machine takes long to draw a page.
      context.setDefaultTimeout(60_000);
      // A page that stays open goes on asking for news.
      onTestFinished(() => context.close());
      const page = await context.newPage();
      const visit: Visit = {
        page,
        asked: [],
        complaints: [],
        shoot: async (name) => void (shots && (await page.screenshot({ path: join(shots, `${name}.png`) }))),
      };
      page.on("request", (request) => visit.asked.push(new URL(request.url())));
      page.on("console", (message) => message.type() === "error" && visit.complaints.push(message.text()));
      page.on("pageerror", (error) => visit.complaints.push(error.message));
      return visit;
    },
  };
}
