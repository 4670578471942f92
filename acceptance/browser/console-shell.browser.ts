import { describe, expect, it } from "vitest";
import { baseUrl, get } from "../api/api.ts";
import { fixtures, newItem, newQuestion, newUser, users } from "../api/world.ts";
import { opened } from "./browser.ts";
import { beginAs, overPlainHttp } from "./console.ts";

const { page: visit } = opened();
const ours = new URL(baseUrl).host;

describe("the console", () => {
  it("opens at the first page of a browser, acts as a demo user, and asks no other host for anything", async () => {
    const { page, asked, complaints } = await visit();
    await page.goto(baseUrl);
    await page.getByRole("heading", { name: "Start", level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/console");
    await page.getByRole("button", { name: `Acting as ${users.seller_mla.nickname}` }).waitFor();
    expect(new Set(asked.map(({ host }) => host))).toEqual(new Set([ours]));
    expect(complaints).toEqual([]);
  });

  it("works at an address of plain HTTP: a change is done and told once, and texts are copied", async () => {
    const seller = await newUser();
    const question = await newQuestion(users.buyer_mla, await newItem(seller));
    const { page } = await visit();
    const address = await overPlainHttp(page, baseUrl);
    await beginAs(page, seller);
    await page.goto(`${address}/console/questions?question=${question}`);
    expect(await page.evaluate("isSecureContext")).toBe(false);
    await page.getByRole("button", { name: "Block asker", exact: true }).click();
    await page.getByText("The asker can ask you no more").waitFor();
    expect(await page.getByText("The API refused").count()).toBe(0);
    await page.getByRole("link", { name: "Start", exact: true }).click();
    const copy = page.getByRole("button", { name: "Copy: Base URL" });
    await copy.click();
    await expect.poll(() => copy.textContent()).toBe("Copied");
    await page.evaluate("document.execCommand = () => false");
    await page.getByRole("button", { name: "Copy: curl" }).click();
    await page.getByText("The browser lets this page copy nothing.").waitFor();
  });

  it("acts as another user after one click, in this tab alone, and still after a reload", async () => {
    const { page } = await visit();
    await page.goto(`${baseUrl}/console`);
    await page.getByRole("button", { name: "Acting as" }).click();
    await page.getByRole("menuitem", { name: users.buyer_mla.nickname }).click();
    const buyer = page.getByRole("button", { name: `Acting as ${users.buyer_mla.nickname}` });
    await buyer.waitFor();
    await page.reload();
    await buyer.waitFor();
    const other = await page.context().newPage();
    await other.goto(`${baseUrl}/console`);
    await other.getByRole("button", { name: `Acting as ${users.seller_mla.nickname}` }).waitFor();
    expect(await page.evaluate("Object.keys(localStorage)")).toEqual([]);
    expect(await page.evaluate("JSON.stringify(sessionStorage)")).not.toContain("APP_USR-");
  });

  it("speaks the browser's language, and another one that is chosen, which it remembers", async () => {
    const { page } = await visit();
    await page.goto(`${baseUrl}/console`);
    await page.getByRole("combobox", { name: "Language" }).selectOption({ label: "Português" });
    await page.getByRole("heading", { name: "Início", level: 1 }).waitFor();
    expect(await page.evaluate("document.documentElement.lang")).toBe("pt");
    await page.reload();
    await page.getByRole("heading", { name: "Início", level: 1 }).waitFor();
  });

  it("lists what clients ask, filtered by the address", async () => {
    await get(`/items/${fixtures.item_active}`, { as: users.buyer_mla });
    await get("/items/MLA999", { as: users.buyer_mla });
    const { page, complaints } = await visit();
    await page.goto(`${baseUrl}/console/requests?path=/items&status=404`);
    await page.getByRole("cell", { name: "/items/MLA999" }).first().waitFor();
    expect(
      await page.getByRole("cell", { name: `/items/${fixtures.item_active}`, exact: true }).count(),
    ).toBe(0);
    await page.getByLabel("Status", { exact: true }).selectOption("2xx");
    await page
      .getByRole("cell", { name: `/items/${fixtures.item_active}`, exact: true })
      .first()
      .waitFor();
    expect(new URL(page.url()).search).toBe("?path=%2Fitems&status=2xx");
    expect(complaints).toEqual([]);
  });
});
