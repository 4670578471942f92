// Takes README's pictures of the console from a running product:
// `node acceptance/browser/pictures.ts [http://127.0.0.1:8080]`.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { launchChromium } from "./chromium.ts";

const base = process.argv[2] ?? "http://127.0.0.1:8080";
const folder = fileURLToPath(new URL("../../docs/pictures", import.meta.url));

/** A page, what it does before the picture, and the name of the file. */
const pictures: [name: string, path: string, prepare: (page: Page) => Promise<unknown>][] = [
  [
    "question-inbox",
    "/console/questions",
    async (page) => {
      await page.locator("[data-question]").nth(1).click();
      await page.getByLabel("Your answer").fill("¡Hola! Sí, tenemos stock.");
    },
  ],
  [
    "flex-map",
    "/console/flex",
    async (page) => {
      const free = page.getByRole("checkbox").and(page.locator(":not(:checked):not(:disabled)"));
      await free.nth(1).click();
      await free.nth(3).click();
      await page.getByRole("region", { name: "Map of the zones" }).scrollIntoViewIfNeeded();
      await page.mouse.wheel(0, 330);
    },
  ],
];

mkdirSync(folder, { recursive: true });
const browser = await launchChromium();
try {
  for (const [name, path, prepare] of pictures) {
    const page = await browser.newPage({ viewport: { width: 1200, height: 760 }, locale: "en" });
    await page.goto(`${base}${path}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.waitForLoadState("networkidle");
    await prepare(page);
    await page.waitForLoadState("networkidle");
    await page.screenshot({ path: join(folder, `${name}.png`), animations: "disabled" });
    await page.close();
  }
} finally {
  await browser.close();
}
