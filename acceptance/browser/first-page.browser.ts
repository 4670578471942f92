import { describe, expect, it } from "vitest";
import { baseUrl } from "../api/api.ts";
import { users } from "../api/world.ts";
import { opened } from "./browser.ts";

const { page: visit } = opened();
const ours = new URL(baseUrl).host;

describe("the first page", () => {
  it("leads to the documentation, shows the users' tokens, and asks no other host for anything", async () => {
    const { page, asked, complaints, shoot } = await visit();
    await page.goto(`${baseUrl}/?plain`);
    expect(await page.title()).toBe("Marketplace API");
    expect(await page.getByText(users.buyer_mla.access_token, { exact: true }).isVisible()).toBe(true);
    await shoot("first-page");
    await page.getByRole("link", { name: "/docs", exact: true }).click();
    await page.locator(".opblock-tag").first().waitFor();
    expect(new Set(asked.map(({ host }) => host))).toEqual(new Set([ours]));
    expect(complaints).toEqual([]);
  });

  it("works without JavaScript, and begins a consent", async () => {
    const { page } = await visit({ javaScriptEnabled: false });
    await page.goto(`${baseUrl}/?plain`);
    await page.getByRole("link", { name: "Let it act for a user" }).click();
    await page.waitForURL((url) => url.pathname !== "/");
    expect(await page.locator("h1").textContent()).toMatch(/\w/);
    expect(await page.getByRole("alert").count()).toBe(0);
  });

  it.each([
    ["on a telephone", { width: 360 }],
    ["in the dark", { dark: true }],
  ])("fits %s", async (how, options) => {
    const { page, shoot } = await visit(options);
    await page.goto(`${baseUrl}/?plain`);
    const wider = "document.documentElement.scrollWidth > document.documentElement.clientWidth";
    expect(await page.evaluate(wider)).toBe(false);
    await shoot(`first-page-${how.replaceAll(" ", "-")}`);
  });
});
