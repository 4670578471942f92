import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launch, type Product } from "../product/product.ts";
import { opened, type Visit } from "./browser.ts";

const { page: visit } = opened();
// Use a separate product: the shared one lets its visitors pick a user.
let dataDir = "";
let product: Product;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "marketplace-sign-in-"));
  product = await launch({ dataDir, prepared: true, env: { SIGN_IN: "password" } });
});
afterAll(async () => {
  await product?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const address = (): string => {
  const { client_id, redirect_uri } = product.sandbox.applications.default;
  const request = { response_type: "code", client_id, redirect_uri, state: "s & <t>é", scope: "read" };
  return `${product.baseUrl}/authorization?${new URLSearchParams(request)}`;
};

/** Types a password and presses Enter. */
async function signIn({ page }: Visit, name: "buyer_mla" | "seller_mla"): Promise<void> {
  const { nickname, password = "" } = product.sandbox.users[name];
  await page.getByLabel("Nickname or e-mail").fill(nickname);
  await page.getByLabel("Password").fill(password);
  await page.keyboard.press("Enter");
}

/** Runs `leave` and returns the application's address that the browser is redirected to. */
async function sentBack({ page }: Visit, leave: () => Promise<void>): Promise<URL> {
  const { redirect_uri } = product.sandbox.applications.default;
  const home = page.waitForRequest((request) => request.url().startsWith(redirect_uri));
  await leave();
  return new URL((await home).url());
}

const press = (visitor: Visit, button: string) =>
  visitor.page.getByRole("button", { name: button }).click({ noWaitAfter: true });

describe.each([
  ["with JavaScript", true],
  ["without JavaScript", false],
])("signing in %s", (_how, javaScriptEnabled) => {
  it("leads through password and consent back to the application, with its state", async () => {
    const visitor = await visit({ javaScriptEnabled });
    const { page, complaints } = visitor;
    await page.goto(address());
    expect(new URL(page.url()).pathname).toBe("/sign_in");
    await visitor.shoot(`sign-in-${javaScriptEnabled ? "with" : "without"}-javascript`);
    await page.getByLabel("Nickname or e-mail").fill(product.sandbox.users.buyer_mla.nickname);
    await page.getByLabel("Password").fill("not the password");
    await page.getByRole("button", { name: "Sign in" }).click();
    expect(await page.getByRole("alert").textContent()).toContain("no such user with this password");
    await signIn(visitor, "buyer_mla");
    await page.getByRole("button", { name: "Allow" }).waitFor();
    expect(await page.getByRole("main").textContent()).toContain(product.sandbox.users.buyer_mla.nickname);
    await visitor.shoot(`own-consent-${javaScriptEnabled ? "with" : "without"}-javascript`);
    const { searchParams } = await sentBack(visitor, () => press(visitor, "Allow"));
    expect([searchParams.get("code"), searchParams.get("state")]).toEqual([
      expect.stringMatching(/^TG-/),
      "s & <t>é",
    ]);
    // The browser reports the 403 of the wrong password.
    expect(complaints.filter((line) => !line.includes("403"))).toEqual([]);
  });
});

describe("a user who is signed in", () => {
  it("uses another account, cancels, and signs out", async () => {
    const visitor = await visit();
    const { page } = visitor;
    await page.goto(address());
    await signIn(visitor, "buyer_mla");
    await page.getByRole("link", { name: "Use another account" }).click();
    await signIn(visitor, "seller_mla");
    await page.getByRole("button", { name: "Allow" }).waitFor();
    expect(await page.getByRole("main").textContent()).toContain(product.sandbox.users.seller_mla.nickname);
    const { searchParams } = await sentBack(visitor, () => press(visitor, "Cancel"));
    expect(searchParams.get("error")).toBe("access_denied");
    // The first page is still on its way to the application, which nobody serves.
    const next = await page.context().newPage();
    await next.goto(`${product.baseUrl}/sign_in`);
    await next.getByRole("button", { name: "Sign out" }).click();
    await next.goto(address());
    expect(new URL(next.url()).pathname).toBe("/sign_in");
  });
});

describe("the sign-in page", () => {
  it("can be used with the keyboard alone", async () => {
    const visitor = await visit();
    const { page } = visitor;
    const { nickname, password = "" } = product.sandbox.users.buyer_mla;
    await page.goto(address());
    const focused = () => page.evaluate("document.activeElement.id || document.activeElement.textContent");
    await page.keyboard.press("Tab");
    expect(await focused()).toBe("login");
    await page.keyboard.type(nickname);
    await page.keyboard.press("Tab");
    expect(await focused()).toBe("password");
    await page.keyboard.type(password);
    await page.keyboard.press("Tab");
    expect(await focused()).toBe("Sign in");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Allow" }).waitFor();
  });

  it.each([
    ["on a telephone", { width: 360 }],
    ["in the dark", { dark: true }],
  ])("fits %s", async (how, options) => {
    const visitor = await visit(options);
    await visitor.page.goto(address());
    const wider = "document.documentElement.scrollWidth > document.documentElement.clientWidth";
    expect(await visitor.page.evaluate(wider)).toBe(false);
    await visitor.shoot(`sign-in-${how.replaceAll(" ", "-")}`);
  });
});
