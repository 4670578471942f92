import axe, { type AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { Product } from "../product/product.ts";

/** Looks at the page as people with assistive technology meet it; nothing serious may be wrong. */
export async function expectAccessible(page: Page): Promise<void> {
  // What fades in has little contrast meanwhile.
  const fading = "document.getAnimations().filter((one) => one instanceof CSSTransition).length";
  await expect.poll(() => page.evaluate<number>(fading)).toBe(0);
  // The policy of the page allows no script of others, but a debugger's.
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<AxeResults>(
    "axe.run(document, { resultTypes: ['violations'] })",
  );
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  const found = serious.map(({ id, nodes }) => ({ id, where: nodes.map(({ html }) => html.slice(0, 200)) }));
  expect(found).toEqual([]);
}

/** Lets a tab that opens the console act as a user of the sandbox, as if they had been chosen in it. */
export async function beginAs(page: Page, user: { id: number }, world = "default"): Promise<void> {
  const tab = JSON.stringify({ user: user.id, world });
  // A tab that is loaded again remembers by itself; the viewer of PDF, a page inside it, has no storage.
  await page.addInitScript(`if (sessionStorage) sessionStorage["console-tab"] ??= ${JSON.stringify(tab)}`);
}

/** Goes to another page by its link; what it shows is read then. */
export async function goByLink(page: Page, name: string): Promise<void> {
  await page.getByRole("link", { name, exact: true }).click();
  await page.getByRole("heading", { name, level: 1 }).waitFor();
  await page.waitForLoadState("networkidle");
}

/** Collects what the API refuses a page, but that the lab lets nobody in unasked where users sign in. */
export function refusals(page: Page): string[] {
  const refused: string[] = [];
  page.on("response", (answer) => {
    const isRefusal = answer.status() === 401 || answer.status() === 403;
    if (isRefusal && !answer.url().endsWith("/_sandbox/access"))
      refused.push(`${answer.status()} ${answer.url()}`);
  });
  return refused;
}

/**
 * Gives a page what it would get at an address of plain HTTP on another machine, where browsers leave out
 * what needs a secure context; returns that address.
 */
export async function overPlainHttp(page: Page, baseUrl: string): Promise<string> {
  const address = "http://marketplace.test";
  await page.route(`${address}/**`, async (route) => {
    const request = route.request();
    const headers = { ...request.headers(), ...(request.method() === "POST" && { origin: baseUrl }) };
    const url = request.url().replace(address, baseUrl);
    await route.fulfill({ response: await route.fetch({ url, headers }) });
  });
  return address;
}

interface SignIn {
  product: Product;
  name: "seller_mla" | "buyer_mla" | "operator";
  /** Where in the console it begins. */
  path?: string;
}

/** Signs in with a password, and allows the console when it is asked for the first time. */
export async function signInToConsole(page: Page, { product, name, path = "" }: SignIn): Promise<void> {
  const { nickname, password = "" } = product.sandbox.users[name];
  await page.goto(`${product.baseUrl}/console${path}`);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByLabel("Nickname or e-mail").fill(nickname);
  await page.getByLabel("Password").fill(password);
  await page.keyboard.press("Enter");
  const allow = page.getByRole("button", { name: "Allow" });
  const signedIn = page.getByRole("button", { name: `Signed in as ${nickname}` });
  await allow.or(signedIn).waitFor();
  if (await allow.isVisible()) await allow.click();
  await signedIn.waitFor();
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
