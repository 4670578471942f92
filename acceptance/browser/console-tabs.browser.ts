import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { baseUrl, get, remove } from "../api/api.ts";
import { type Person, users } from "../api/world.ts";
import { launch, type Product } from "../product/product.ts";
import { opened } from "./browser.ts";
import { beginAs, signInToConsole } from "./console.ts";

const { page: visit } = opened();
const { seller_mla: seller, buyer_mla: buyer } = users;

const acting = ({ nickname }: Pick<Person, "nickname">) => `Acting as ${nickname}`;
const shows = (page: Page, name: string) => page.getByRole("button", { name }).waitFor();

/** Goes to another page by its link; what it shows is read then. */
async function go(page: Page, name: string): Promise<void> {
  await page.getByRole("link", { name, exact: true }).click();
  await page.getByRole("heading", { name, level: 1 }).waitFor();
  await page.waitForLoadState("networkidle");
}

/** Collects what the API refuses a page. */
function refusals(page: Page): string[] {
  const refused: string[] = [];
  page.on("response", (answer) => {
    if (answer.status() === 401 || answer.status() === 403)
      refused.push(`${answer.status()} ${answer.url()}`);
  });
  return refused;
}

describe("a seller and a buyer in two tabs of a sandbox", () => {
  async function twoTabs() {
    const { page: sellers } = await visit();
    const buyers = await sellers.context().newPage();
    await beginAs(sellers, seller);
    await beginAs(buyers, buyer);
    for (const [page, user] of [
      [sellers, seller],
      [buyers, buyer],
    ] as const) {
      await page.goto(`${baseUrl}/console/questions`);
      await shows(page, acting(user));
    }
    return { sellers, buyers };
  }

  it("each stays who it is when the other is loaded again or becomes somebody else", async () => {
    const { sellers, buyers } = await twoTabs();
    const refused = refusals(sellers);
    await buyers.reload();
    await shows(buyers, acting(buyer));
    await buyers.getByRole("button", { name: acting(buyer) }).click();
    await buyers.getByRole("menuitem", { name: users.operator.nickname }).click();
    await shows(buyers, acting(users.operator));
    await go(sellers, "Orders");
    await shows(sellers, acting(seller));
    expect(refused).toEqual([]);
  });

  it("tokens of one that end are renewed in it, and the other notices nothing", async () => {
    const { sellers, buyers } = await twoTabs();
    const refused = refusals(buyers);
    // One of the seller's own tokens that is not the console's ends all others.
    const path = `/users/${seller.id}/tokens`;
    const { results } = (await get(`${path}?limit=100`, { as: seller })).json<{
      results: { id: string; current: boolean }[];
    }>();
    for (const { id, current } of results)
      if (!current) expect((await remove(`${path}/${id}`, { as: seller })).status).toBe(200);
    await sellers.getByRole("link", { name: "Orders", exact: true }).click();
    await sellers.getByRole("table", { name: "Orders" }).waitFor();
    await shows(sellers, acting(seller));
    await go(buyers, "Orders");
    await shows(buyers, acting(buyer));
    expect(refused).toEqual([]);
  });
});

describe("a seller and a buyer in two tabs of a browser in which users sign in", () => {
  let dataDir = "";
  let product: Product;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "marketplace-console-tabs-"));
    product = await launch({ dataDir, env: { SIGN_IN: "password" } });
  });
  afterAll(async () => {
    await product?.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

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
    const refused = refusals(sellers);
    await signInToConsole(buyers, { product, name: "buyer_mla", path: "/orders" });
    await go(sellers, "Questions");
    await shows(sellers, signedIn("seller_mla"));
    expect(refused).toEqual([]);

    await sellers.reload();
    const { nickname } = product.sandbox.users.buyer_mla;
    await sellers.getByText(`${nickname} has signed in in this browser since`).waitFor();
    await go(buyers, "Questions");
    await shows(buyers, signedIn("buyer_mla"));
    await sellers.getByRole("button", { name: "Sign in" }).click();
    const { nickname: login, password = "" } = product.sandbox.users.seller_mla;
    await sellers.getByLabel("Nickname or e-mail").fill(login);
    await sellers.getByLabel("Password").fill(password);
    await sellers.keyboard.press("Enter");
    await sellers.getByRole("heading", { name: "Questions", level: 1 }).waitFor();
    await shows(sellers, signedIn("seller_mla"));

    await changeAccount(buyers, "buyer_mla");
    await go(sellers, "Orders");
    await shows(sellers, signedIn("seller_mla"));
    expect(refused).toEqual([]);
  });
});
