import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { baseUrl, get } from "../api/api.ts";
import { fixtures, users } from "../api/world.ts";
import { opened as browser } from "./browser.ts";

const { page: visit } = browser();
const ours = new URL(baseUrl).host;

interface Document {
  info: { version: string };
  tags: unknown[];
  paths: Record<string, object>;
}

/** Opens the documentation and waits until it has read the document. */
async function documentation() {
  const visitor = await visit();
  await visitor.page.goto(`${baseUrl}/docs`);
  await visitor.page.locator(".opblock-tag").first().waitFor();
  return visitor;
}

async function authorize(page: Page, token: string): Promise<void> {
  await page.getByRole("button", { name: "Authorize" }).first().click();
  await page.getByLabel(/auth-bearer-value|Value/).fill(token);
  await page.getByRole("button", { name: "Apply credentials" }).click();
  await page.getByRole("button", { name: "Close" }).first().click();
}

/** Finds an operation by the filter, and opens it. */
async function opened(page: Page, id: string): Promise<Locator> {
  await page.getByPlaceholder("Filter").fill(id);
  const operation = page.locator(`[id$="-${id}"]`);
  await operation.locator(".opblock-summary-control").click();
  await operation.getByRole("button", { name: "Execute" }).waitFor();
  return operation;
}

describe("the documentation", () => {
  it("says what it documents, lists the resources collapsed, and asks no other host for anything", async () => {
    const { info, tags } = (await get("/openapi.json")).json<Document>();
    const { page, asked, complaints, shoot } = await documentation();
    expect(await page.title()).toBe("Marketplace API");
    expect(await page.locator(".info").textContent()).toContain(info.version);
    expect(await page.locator(".info").textContent()).toContain("Authorization: Bearer");
    await expect.poll(() => page.locator(".opblock-tag").count()).toBe(tags.length);
    expect(await page.locator(".opblock").count()).toBe(0);
    await page.waitForLoadState("networkidle");
    await shoot("docs");
    const fetched = asked.filter(({ protocol }) => protocol !== "data:");
    expect(new Set(fetched.map(({ host }) => host))).toEqual(new Set([ours]));
    expect(fetched.map(({ pathname }) => pathname)).toContain("/openapi.json");
    expect(complaints).toEqual([]);
  });

  it("finds operations by path, id or summary in any case, opens what it finds, and closes it again", async () => {
    const { paths } = (await get("/openapi.json")).json<Document>();
    const operations = Object.values(paths).reduce((sum, item) => sum + Object.keys(item).length, 0);
    const { page } = await documentation();
    const filter = page.getByPlaceholder("Filter");
    const shown = page.locator(".opblock");
    await filter.fill("/");
    await expect.poll(() => shown.count()).toBe(operations);
    for (const phrase of ["/QUESTIONS/search", "searchquestions", "Searches Questions by item"]) {
      await filter.fill(phrase);
      await expect.poll(() => shown.allInnerTexts()).toEqual([expect.stringContaining("/questions/search")]);
    }
    await filter.fill("");
    await expect.poll(() => shown.count()).toBe(0);
  });

  it("shows an example of the request and of the answer, and the placeholders of errors", async () => {
    const { page } = await documentation();
    const operation = await opened(page, "askQuestion");
    expect(await operation.locator("textarea").inputValue()).toContain(fixtures.item_active);
    expect(await operation.locator(".responses-table").textContent()).toContain(
      "Item with id <id> not found",
    );
  });

  it("lets its reader upload a file", async () => {
    const { page, shoot } = await documentation();
    await authorize(page, users.seller_mla.access_token);
    const operation = await opened(page, "uploadFiscalDocuments");
    const file = { name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("no invoice") };
    await operation.locator("input[type=file]").setInputFiles(file);
    await operation.getByRole("button", { name: "Execute" }).click();
    const answer = operation.locator(".live-responses-table .highlight-code").first();
    await answer.waitFor();
    // The file came as it is: a pack takes PDF and XML only, and this one stays empty.
    expect(await answer.textContent()).toContain("File type: text/plain is not allowed");
    await shoot("docs-upload");
  });

  it("lets its reader try an operation with a token", async () => {
    const { page, asked, shoot } = await documentation();
    await authorize(page, users.buyer_mla.access_token);
    const operation = await opened(page, "getMe");
    await operation.getByRole("button", { name: "Execute" }).click();
    const answer = operation.locator(".live-responses-table .highlight-code").first();
    await answer.waitFor();
    expect(await answer.textContent()).toContain(users.buyer_mla.nickname);
    await shoot("docs-tried");
    const hosts = asked.filter(({ protocol }) => protocol !== "data:").map(({ host }) => host);
    expect(new Set(hosts)).toEqual(new Set([ours]));
  });
});
