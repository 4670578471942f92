import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sendTo } from "../api/api.ts";
import { launch, type Product } from "../product/product.ts";
import { opened, type Visit } from "./browser.ts";
import { expectAccessible, goByLink, overPlainHttp, refusals, signInToConsole } from "./console.ts";

const { page: visit } = opened();
// A product whose users sign in with a password, and which has the lab all the same.
let dataDir = "";
let product: Product;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "marketplace-console-"));
  product = await launch({ dataDir, prepared: true, env: { SIGN_IN: "password" } });
});
afterAll(async () => {
  await product?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const signIn = ({ page }: Visit, name: "seller_mla" | "buyer_mla", path?: string): Promise<void> =>
  signInToConsole(page, { product, name, path });

describe("the console of users who sign in", () => {
  it("leads through password and consent back to where one was, and asks for consent once", async () => {
    const visitor = await visit();
    const { page } = visitor;
    await page.goto(`${product.baseUrl}/console`);
    await page.getByRole("button", { name: "Sign in" }).waitFor();
    await visitor.shoot("console-sign-in");
    await expectAccessible(page);
    await signIn(visitor, "seller_mla", "/applications?page=1");
    const here = new URL(page.url());
    expect([here.pathname, here.search]).toEqual(["/console/applications", "?page=1"]);
    expect(await page.evaluate("JSON.stringify([localStorage, sessionStorage])")).not.toContain("APP_USR-");
    await page.reload();
    await page.getByRole("button", { name: "Signed in as" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/console/applications");
    // What needs the lab is not shown.
    expect(await page.getByRole("link", { name: "Requests" }).count()).toBe(0);
    await page.goto(`${product.baseUrl}/console/requests`);
    await page.getByRole("heading", { name: "There is no such page", level: 1 }).waitFor();
  });

  it("says why nobody can sign in at an address of plain HTTP", async () => {
    const { page } = await visit();
    await page.goto(`${await overPlainHttp(page, product.baseUrl)}/console`);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("alert").filter({ hasText: "at an https address" }).waitFor();
  });

  it("leaves no tokens behind when it is loaded again", async () => {
    const visitor = await visit();
    const { page } = visitor;
    await signIn(visitor, "seller_mla");
    const { id, access_token: token } = product.sandbox.users.seller_mla;
    const families = async () => {
      const answer = await sendTo(product.baseUrl, "GET", { path: `/users/${id}/tokens?limit=50`, token });
      const { results } = answer.json<{ results: { id: string; application: { name: string } }[] }>();
      return results.filter(({ application }) => application.name === "Console").map((family) => family.id);
    };
    // The page tells which tokens it has a moment after it is there.
    await page.waitForLoadState("networkidle");
    const before = await families();
    await page.reload();
    await page.getByRole("button", { name: "Signed in as" }).waitFor();
    await expect.poll(async () => (await families()).length).toBe(before.length);
    expect(await families()).not.toEqual(before);
  });

  it("says so when the session has ended, and goes on after another sign-in", async () => {
    const visitor = await visit();
    const { page } = visitor;
    await signIn(visitor, "buyer_mla", "/applications");
    const { id, access_token: token } = product.sandbox.users.buyer_mla;
    const settings = await sendTo(product.baseUrl, "GET", { path: "/console/settings.json" });
    const { client_id } = settings.json<{ client_id: string }>();
    const path = `/users/${id}/applications/${client_id}`;
    expect((await sendTo(product.baseUrl, "DELETE", { path, token })).status).toBe(200);
    // A page that was not read before.
    await page.getByRole("link", { name: "Questions" }).click();
    await page.getByText("Your session has ended.").waitFor();
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("button", { name: "Allow" }).click();
    await page.getByRole("heading", { name: "Questions", level: 1 }).waitFor();
  });

  it("opens the sandbox by its admin token", async () => {
    const { page } = await visit();
    await page.goto(`${product.baseUrl}/console/requests`);
    const token = page.locator("input[type=password]");
    await token.fill("SBX-wrong");
    await page.getByRole("button", { name: "Open the sandbox" }).click();
    await page.getByText("The sandbox did not take this token.").waitFor();
    const { admin_token } = product.sandbox.sandbox;
    await token.fill(admin_token);
    // A token that is right is not blamed for a product that is away, or that is in trouble.
    const open = page.getByRole("button", { name: "Open the sandbox" });
    await page.route("**/_sandbox/**", (route) => route.abort());
    await open.click();
    await page.getByText("The marketplace does not answer. Is it running?").waitFor();
    await page.unroute("**/_sandbox/**");
    const json = { message: "the lab is away", error: "service_unavailable", status: 503, cause: [] };
    await page.route("**/_sandbox/**", (route) => route.fulfill({ status: 503, json }));
    await open.click();
    await page.getByText("the lab is away").waitFor();
    expect(await page.getByText("did not take this token").count()).toBe(0);
    await page.unroute("**/_sandbox/**");
    await open.click();
    await page.getByRole("heading", { name: "Requests", level: 1 }).waitFor();
    await page.getByRole("button", { name: "Acting as" }).waitFor();
  });
});

const shows = (page: Page, name: string) => page.getByRole("button", { name }).waitFor();

describe("a seller and a buyer in two tabs of a browser", () => {
  const signedIn = (name: "seller_mla" | "buyer_mla") =>
    `Signed in as ${product.sandbox.users[name].nickname}`;

  /** Signs out of the browser, and in as another user, on the gateway's own page. */
  async function changeAccount(page: Page, from: "seller_mla" | "buyer_mla"): Promise<void> {
    await page.getByRole("button", { name: signedIn(from) }).click();
    await page.getByRole("menuitem", { name: "Account and sign out" }).click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("button", { name: "Sign in" }).waitFor();
  }

  it("neither becomes the other: not by a reload, nor when one signs out", async () => {
    const { page: sellers } = await visit();
    await signInToConsole(sellers, { product, name: "seller_mla", path: "/orders" });
    const buyers = await sellers.context().newPage();
    await buyers.goto(`${product.baseUrl}/console`);
    await buyers.getByRole("button", { name: "Sign in" }).click();
    await shows(buyers, signedIn("seller_mla"));
    await changeAccount(buyers, "seller_mla");
    await signInToConsole(buyers, { product, name: "buyer_mla", path: "/orders" });
    // Signing out ends the session in every tab of the browser.
    await sellers.getByRole("link", { name: "Questions" }).click();
    await sellers.getByText("Your session has ended.").waitFor();
    await sellers.reload();
    const { nickname } = product.sandbox.users.buyer_mla;
    await sellers.getByText(`${nickname} has signed in in this browser since`).waitFor();
    await goByLink(buyers, "Questions");
    await shows(buyers, signedIn("buyer_mla"));
    await sellers.getByRole("button", { name: "Sign in" }).click();
    const { nickname: login, password = "" } = product.sandbox.users.seller_mla;
    await sellers.getByLabel("Nickname or e-mail").fill(login);
    await sellers.getByLabel("Password").fill(password);
    await sellers.keyboard.press("Enter");
    await sellers.getByRole("heading", { name: "Questions", level: 1 }).waitFor();
    await shows(sellers, signedIn("seller_mla"));

    const refused = refusals(buyers);
    await goByLink(buyers, "Orders");
    await shows(buyers, signedIn("buyer_mla"));
    expect(refused).toEqual([]);
    await changeAccount(buyers, "buyer_mla");
    await sellers.getByRole("link", { name: "Orders" }).click();
    await sellers.getByText("Your session has ended.").waitFor();
  });
});

describe("an answer that was begun", () => {
  const box = (page: Page) => page.getByRole("textbox", { name: "Your answer" });

  it("is there after a reload and after another sign-in, until its user signs out", async () => {
    const { page } = await visit();
    page.on("dialog", (dialog) => void dialog.accept());
    const path = `/questions?question=${product.sandbox.fixtures.question_unanswered}`;
    await signInToConsole(page, { product, name: "seller_mla", path });
    await box(page).fill("Sí, en rojo.");
    await page.reload();
    await expect.poll(() => box(page).inputValue()).toBe("Sí, en rojo.");
    const { id, access_token: token } = product.sandbox.users.seller_mla;
    const list = await sendTo(product.baseUrl, "GET", { path: `/users/${id}/tokens?limit=50`, token });
    for (const family of list.json<{ results: { id: string; application: { name: string } }[] }>().results)
      if (family.application.name === "Console")
        await sendTo(product.baseUrl, "DELETE", { path: `/users/${id}/tokens/${family.id}`, token });
    await page.getByText("Your session has ended.").waitFor({ timeout: 50_000 });
    await page.getByRole("button", { name: "Sign in" }).click();
    // The consent may be remembered from a sign-out.
    const allow = page.getByRole("button", { name: "Allow" });
    await allow.or(box(page)).waitFor();
    if (await allow.isVisible()) await allow.click();
    await expect.poll(() => box(page).inputValue()).toBe("Sí, en rojo.");

    await page.getByRole("button", { name: "Signed in as" }).click();
    await page.getByRole("menuitem", { name: "Account and sign out" }).click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("button", { name: "Sign in" }).waitFor();
    await signInToConsole(page, { product, name: "seller_mla", path });
    expect(await box(page).inputValue()).toBe("");
  });
});

describe("a page that was signed out of", () => {
  it("shows nothing of the session when the way back brings it from the browser's memory", async () => {
    const { page } = await visit();
    await signInToConsole(page, { product, name: "seller_mla", path: "/orders" });
    // The page stays as the browser keeps it: nothing else comes in its place.
    await page.route("**/sign_in", (route) => route.fulfill({ status: 204 }));
    await page.getByRole("button", { name: "Signed in as" }).click();
    await page.getByRole("menuitem", { name: "Account and sign out" }).click();
    await page.getByRole("heading", { name: "Orders", level: 1 }).waitFor({ state: "detached" });
    await page.evaluate('dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))');
    await page.getByRole("button", { name: "Sign in" }).waitFor();
  });
});

describe("a product that is down", () => {
  it("is said in the page that is open, which goes on when it is back", async () => {
    const { page, shoot } = await visit();
    let isDown = false;
    await page.route("**/applications?**", (route) =>
      isDown && route.request().resourceType() === "fetch" ? route.abort() : route.continue(),
    );
    const visitor = { page, shoot, asked: [], complaints: [] };
    await signIn(visitor, "seller_mla");
    isDown = true;
    await page.getByRole("link", { name: "Applications and tokens" }).click();
    await page.getByText("The marketplace does not answer.").first().waitFor();
    await shoot("console-down");
    isDown = false;
    await page.getByRole("button", { name: "Try again" }).first().click();
    await page.getByRole("row", { name: "Demo application" }).first().waitFor();
  });

  it("shows the API's own message of a service that is down", async () => {
    const visitor = await visit();
    const { page } = visitor;
    await signIn(visitor, "seller_mla");
    const body = { message: "orders is away", error: "service_unavailable", status: 503, cause: [] };
    await page.route("**/applications?**", (route) =>
      route.request().resourceType() === "fetch"
        ? route.fulfill({ status: 503, json: body })
        : route.continue(),
    );
    await page.getByRole("link", { name: "Applications and tokens" }).click();
    await page.getByText("orders is away").first().waitFor();
  });
});
