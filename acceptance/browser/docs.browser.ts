import { describe, expect, it } from "vitest";
import { baseUrl, get } from "../api/api.ts";
import { users } from "../api/world.ts";
import { opened } from "./browser.ts";

const { page: visit } = opened();
const ours = new URL(baseUrl).host;

describe("the documentation", () => {
  it("shows every operation of the document, and asks no other host for anything", async () => {
    const { paths } = (await get("/openapi.json")).json<{ paths: Record<string, object> }>();
    const operations = Object.values(paths).reduce((sum, item) => sum + Object.keys(item).length, 0);
    const { page, asked, complaints, shoot } = await visit();
    await page.goto(`${baseUrl}/docs`);
    const shown = page.locator(".opblock");
    await shown.first().waitFor();
    expect(await shown.count()).toBe(operations);
    await page.waitForLoadState("networkidle");
    await shoot("docs");
    const fetched = asked.filter(({ protocol }) => protocol !== "data:");
    expect(new Set(fetched.map(({ host }) => host))).toEqual(new Set([ours]));
    expect(fetched.map(({ pathname }) => pathname)).toContain("/openapi.json");
    expect(complaints).toEqual([]);
  });

  it("lets its reader try an operation with a token", async () => {
    const { page, asked, shoot } = await visit();
    await page.goto(`${baseUrl}/docs`);
    await page.getByRole("button", { name: "Authorize" }).first().click();
    await page.getByLabel(/auth-bearer-value|Value/).fill(users.buyer_mla.access_token);
    await page.getByRole("button", { name: "Apply credentials" }).click();
    await page.getByRole("button", { name: "Close" }).first().click();
    const operation = page.locator("#operations-Users-getMe");
    await operation.locator(".opblock-summary-control").click();
    await operation.getByRole("button", { name: "Execute" }).click();
    const answer = operation.locator(".live-responses-table .highlight-code").first();
    await answer.waitFor();
    expect(await answer.textContent()).toContain(users.buyer_mla.nickname);
    await shoot("docs-tried");
    const hosts = asked.filter(({ protocol }) => protocol !== "data:").map(({ host }) => host);
    expect(new Set(hosts)).toEqual(new Set([ours]));
  });
});
