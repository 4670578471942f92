import { describe, expect, it } from "vitest";
import { baseUrl } from "../api/api.ts";
import { opened } from "./browser.ts";
import { expectAccessible, isTooWide, looks } from "./console.ts";
import { keepAnswers, untranslated } from "./translated.ts";

const { page: visit } = opened();

const pages = [
  "",
  "/requests?from=all",
  "/notifications",
  "/sandbox",
  "/applications",
  "/scenarios",
  "/nothing",
];

describe.each(pages)("/console%s", (path) => {
  it.each(looks)("is accessible and fits, %s", async (look, options) => {
    const { page, shoot, complaints } = await visit(options);
    const answers = keepAnswers(page);
    await page.goto(`${baseUrl}/console${path}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await expect.poll(() => page.locator("[aria-busy=true]").count()).toBe(0);
    await shoot(`console ${path} ${look}`.replaceAll(/\W+/g, "-"));
    expect(await isTooWide(page)).toBe(false);
    await expectAccessible(page);
    if (look === "light") expect(await untranslated(page, answers)).toEqual({ es: [], pt: [] });
    expect(complaints).toEqual([]);
  });
});
