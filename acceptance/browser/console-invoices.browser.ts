import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { baseUrl, send } from "../api/api.ts";
import { newUser, type Person } from "../api/world.ts";
import { newSale, type Sale, upload, xml } from "../invoices/packs.ts";
import { opened } from "./browser.ts";
import { beginAs, expectAccessible, isTooWide } from "./console.ts";

const { page: visit } = opened();

/** Opens the order of a sale; `complaints` has violations of the page's policy as well. */
async function openSale({ pack }: Sale, user: Person, width = 1280) {
  const visitor = await visit({ width });
  await beginAs(visitor.page, user);
  await visitor.page.goto(`${baseUrl}/console/orders?order=${pack}`);
  await visitor.page.getByRole("region", { name: "Invoices" }).waitFor();
  return visitor;
}

/** The smallest PDF that readers show: a blank page of 200 by 200 points. */
function blankPdf(): string {
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>",
  ];
  const starts: number[] = [];
  let text = "%PDF-1.4\n";
  for (const [index, body] of objects.entries()) {
    starts.push(text.length);
    text += `${index + 1} 0 obj${body}endobj\n`;
  }
  const entries = starts.map((start) => `${String(start).padStart(10, "0")} 00000 n \n`).join("");
  const table = `xref\n0 4\n0000000000 65535 f \n${entries}`;
  return `${text}${table}trailer<</Size 4/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`;
}

/** The bytes that the link below a preview saves. */
async function downloaded(page: Page, name: string): Promise<string> {
  const saving = page.waitForEvent("download");
  await page.locator(`a[download="${name}"]`).click();
  const download = await saving;
  expect(download.suggestedFilename()).toBe(name);
  return readFile(await download.path(), "utf8");
}

describe("the preview of an invoice", () => {
  const text =
    "<?xml version='1.0'?><factura><total moneda=\"ARS\">1500</total><nota>ñandú &amp; ü</nota></factura>";

  it("shows the PDF in the page and the XML as text, and saves both as they were uploaded", async () => {
    const sale = await newSale();
    const pdf = blankPdf();
    const files = [{ bytes: pdf }, { type: xml, bytes: text }];
    expect((await upload(sale, files)).status).toBe(200);
    const { page, complaints, shoot } = await openSale(sale, sale.seller);

    await page.getByRole("button", { name: "Preview of factura.pdf" }).click();
    const shown = page.locator("iframe[title='Preview of factura.pdf']");
    await shown.waitFor();
    expect(await shown.getAttribute("src")).toMatch(/^blob:/);
    const frame = await (await shown.elementHandle())?.contentFrame();
    await expect.poll(() => frame?.evaluate("document.contentType")).toBe("application/pdf");
    expect(await downloaded(page, "factura.pdf")).toBe(pdf);
    await shoot("console-invoice-pdf");

    await page.getByRole("button", { name: "Preview of factura.xml" }).click();
    const region = page.getByRole("region", { name: "Preview of factura.xml" });
    const lines = await region.locator("pre").textContent();
    for (const part of ['<total moneda="ARS">1500</total>', "<nota>ñandú &amp; ü</nota>"])
      expect(lines).toContain(part);
    expect(await downloaded(page, "factura.xml")).toBe(text);
    const happened = page.getByRole("region", { name: "What happened" });
    for (const what of ["Bought", /^Payment of .+ approved$/, /^Shipment: /, "Invoice factura.pdf"])
      await happened.getByText(what).first().waitFor();
    await expectAccessible(page);
    expect(complaints).toEqual([]);
  });

  it("is there for the buyer, who can change nothing, on a phone as well", async () => {
    const sale = await newSale();
    expect((await upload(sale, [{ type: xml, bytes: text }])).status).toBe(200);
    const { page, complaints } = await openSale(sale, sale.buyer, 360);
    await page.getByRole("button", { name: "Preview of factura.xml" }).click();
    await page.getByRole("region", { name: "Preview of factura.xml" }).waitFor();
    expect(await isTooWide(page)).toBe(false);
    for (const name of ["Upload", "Delete the files", "Ask for billing data"])
      expect(await page.getByRole("button", { name }).count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it("says what the API says when the file is not there any more", async () => {
    const sale = await newSale();
    await upload(sale, [{ type: xml, bytes: text }]);
    const { page } = await openSale(sale, sale.seller);
    const preview = page.getByRole("button", { name: "Preview of factura.xml" });
    await preview.waitFor();
    await send("DELETE", `/packs/${sale.pack}/fiscal_documents`, { as: sale.seller });
    await preview.click();
    await page.getByRole("alert").filter({ hasText: "does not exist" }).waitFor();
  });
});

describe("asking for billing data", () => {
  it("sends the seller's words to the buyer, and says what the API refuses", async () => {
    const buyer = await newUser();
    const sale = await newSale(1, buyer);
    const { page } = await openSale(sale, sale.seller);
    await page.getByRole("button", { name: "Ask for billing data" }).click();
    const form = page.getByRole("dialog", { name: "Ask for billing data" });
    const words = form.getByLabel("Message to the buyer");
    const sending = form.getByRole("button", { name: "Send" });
    await words.fill("a".repeat(499));
    await form.getByText("1 character left").waitFor();
    await words.fill("a".repeat(502));
    await form.getByText("-2 characters left").waitFor();
    expect(await sending.isDisabled()).toBe(true);
    // A text without a letter or a digit is refused.
    await words.fill("?!");
    await sending.click();
    await page.getByText("The API refused").waitFor();
    expect(await words.inputValue()).toBe("?!");
    await expectAccessible(page);

    const asked = page.waitForResponse((answer) => answer.url().endsWith("/fiscal_documents/request"));
    await words.fill("¿Me pasás tu CUIT?");
    await sending.click();
    expect(await (await asked).json()).toEqual({ pack_id: sale.pack, status: "sent" });
    await page.getByText("The buyer is asked").waitFor();
    await form.waitFor({ state: "hidden" });
  });
});
