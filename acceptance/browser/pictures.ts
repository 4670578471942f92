// Takes README's pictures of the console from a running product:
// `node acceptance/browser/pictures.ts [http://127.0.0.1:8080]`.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { launchChromium } from "./chromium.ts";

const base = process.argv[2] ?? "http://127.0.0.1:8080";
const folder = fileURLToPath(new URL("../../docs/pictures", import.meta.url));

interface Picture {
  /** Of the file. */
  name: string;
  path: string;
  height: number;
  /** What is done before it is taken. */
  prepare(page: Page): Promise<unknown>;
}

const pictures: Picture[] = [
  {
    name: "question-inbox",
    path: "/console/questions",
    height: 760,
    async prepare(page) {
      await page.locator("[data-question]").nth(1).click();
      await page.getByLabel("Your answer").fill("¡Hola! Sí, tenemos stock.");
    },
  },
  {
    name: "flex-map",
    path: "/console/flex",
    height: 900,
    async prepare(page) {
      const free = page.getByRole("checkbox").and(page.locator(":not(:checked):not(:disabled)"));
      await free.nth(1).click();
      await free.nth(3).click();
      // From the tabs on, below the header, which stays.
      await page.getByRole("tablist").evaluate("list => scrollBy(0, list.getBoundingClientRect().top - 72)");
    },
  },
];

/** Whether every image that the page shows has been loaded. */
const allImages = "[...document.images].every(({ complete, naturalWidth }) => complete && naturalWidth > 0)";

/** Waits until nothing is under way: no request, no part that loads, no image. */
async function quiet(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  const ready = `document.querySelector("[aria-busy=true]") === null && ${allImages}`;
  // The policy of the page forbids waitForFunction, which runs a text again and again.
  for (let looks = 0; looks < 300; looks += 1) {
    if (await page.evaluate<boolean>(ready)) return;
    await page.waitForTimeout(100);
  }
  throw new Error(`${page.url()}: an image, or a part of the page, does not load`);
}

mkdirSync(folder, { recursive: true });
const browser = await launchChromium();
try {
  for (const { name, path, height, prepare } of pictures) {
    const page = await browser.newPage({ viewport: { width: 1200, height }, locale: "en" });
    await page.goto(`${base}${path}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await quiet(page);
    await prepare(page);
    await quiet(page);
    await page.screenshot({ path: join(folder, `${name}.png`), animations: "disabled" });
    await page.close();
  }
} finally {
  await browser.close();
}
