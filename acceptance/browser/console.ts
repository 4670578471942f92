import axe, { type AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";

/** Looks at the page as people with assistive technology meet it; nothing serious may be wrong. */
export async function expectAccessible(page: Page): Promise<void> {
  // The policy of the page allows no script of others, but a debugger's.
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<AxeResults>(
    "axe.run(document, { resultTypes: ['violations'] })",
  );
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  const found = serious.map(({ id, nodes }) => ({ id, where: nodes.map(({ html }) => html.slice(0, 200)) }));
  expect(found).toEqual([]);
}

/** Resolves once nothing is under way that the page shows as such. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await expect.poll(() => page.locator("[aria-busy=true]").count()).toBe(0);
  await page.waitForLoadState("networkidle");
}

/** Whether the page is wider than the window. */
export const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth");

/** Both color schemes, on a desk and on a phone. */
export const looks = [
  ["light", { dark: false, width: 1280 }],
  ["dark", { dark: true, width: 1280 }],
  ["light on a phone", { dark: false, width: 360 }],
  ["dark on a phone", { dark: true, width: 360 }],
] as const;
