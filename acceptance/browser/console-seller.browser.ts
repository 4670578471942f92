import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { baseUrl, get, post, put } from "../api/api.ts";
import { fixtures, newItem, newQuestion, newUser, type Person, users } from "../api/world.ts";
import { activateFlex, flexPaths } from "../flex/flex.ts";
import { newOrder } from "../matrix/things.ts";
import { opened } from "./browser.ts";
import { beginAs, expectAccessible, isTooWide, looks, settled } from "./console.ts";
import { keepAnswers, untranslated } from "./translated.ts";

const { page: visit } = opened();
const { seller_mla: seller, buyer_mla: buyer, operator } = users;

/** Opens a page of the console as a user; the tab remembers whom it acts as. */
async function openAs(user: Pick<Person, "id">, path: string, options?: Parameters<typeof visit>[0]) {
  const visitor = await visit(options);
  const answers = keepAnswers(visitor.page);
  await beginAs(visitor.page, user);
  await visitor.page.goto(`${baseUrl}${path}`);
  await visitor.page.getByRole("heading", { level: 1 }).waitFor();
  return { ...visitor, answers };
}

const said = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();

describe("the question inbox", () => {
  it("answers by keyboard alone, with a saved answer, and goes on to the next question", async () => {
    const item = await newItem(seller);
    const [first, second] = [await newQuestion(buyer, item), await newQuestion(users.buyer2_mla, item)];
    const saved = { title: `Stock ${item}`, text: "Sí, hay stock." };
    expect((await post(`/users/${seller.id}/saved_answers`, { as: seller, body: saved })).status).toBe(201);
    const { page, complaints } = await openAs(seller, `/console/questions?item=${item}`);
    await said(page, "2 questions");
    const rows = page.getByRole("list", { name: "Questions received" }).getByRole("listitem");
    await expect.poll(() => rows.count()).toBe(2);
    await page.keyboard.press("j");
    const box = page.getByLabel("Your answer");
    await box.waitFor();
    await page.keyboard.press("r");
    await page.getByRole("button", { name: "Saved answers" }).click();
    await page.getByRole("menuitem", { name: saved.title }).click();
    await box.press("Control+Enter");
    await said(page, "1 question");
    await expect.poll(() => box.inputValue()).toBe("");
    const read = async (id: number) =>
      (await get(`/questions/${id}`, { as: seller })).json<{ status: string }>();
    expect([(await read(first)).status, (await read(second)).status]).toEqual(["ANSWERED", "UNANSWERED"]);
    expect(new URL(page.url()).searchParams.get("question")).toBe(String(second));
    expect(complaints).toEqual([]);
  });

  it("blocks an asker, which can be undone, and hides a question after asking", async () => {
    const question = await newQuestion(await newUser(), await newItem(seller));
    const { page } = await openAs(seller, `/console/questions?question=${question}`);
    await page.getByRole("button", { name: "Block asker", exact: true }).click();
    await page.getByRole("button", { name: "Unblock asker" }).waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("button", { name: "Block asker", exact: true }).waitFor();
    await page.getByRole("button", { name: "Hide" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Hide" }).click();
    await said(page, "The question is hidden");
    const { deleted_from_listing } = (await get(`/questions/${question}`, { as: seller })).json<{
      deleted_from_listing: boolean;
    }>();
    expect(deleted_from_listing).toBe(true);
  });

  it("gives operators the moderation queue", async () => {
    const item = await newItem(seller);
    const text = `Escribime a ana.${item.toLowerCase()}@correo.example.com`;
    const asked = await post("/questions", { as: buyer, body: { item_id: item, text } });
    const { id } = asked.json<{ id: number }>();
    const { page } = await openAs(operator, `/console/questions?status=queue&item=${item}&question=${id}`);
    await page.getByRole("button", { name: "Approve" }).click();
    await said(page, "Decided");
    expect((await get(`/questions/${id}`, { as: seller })).json()).toMatchObject({ status: "UNANSWERED" });
  });
});

describe("orders", () => {
  it("take an invoice that fits, show it, and delete it after asking", async () => {
    const { id } = await newOrder();
    const { page, complaints } = await openAs(seller, `/console/orders?order=${id}`);
    await said(page, "One PDF, and one XML if you like");
    const file = (name: string, mimeType: string, text: string) => ({
      name,
      mimeType,
      buffer: Buffer.from(text),
    });
    const chosen = page.locator("input[type=file]");
    await chosen.setInputFiles([file("a.txt", "text/plain", "x")]);
    await said(page, "a.txt: neither PDF nor XML");
    // The same file can be chosen again.
    expect(await chosen.inputValue()).toBe("");
    expect(await page.getByRole("button", { name: "Upload" }).isDisabled()).toBe(true);
    const invoice = file("invoice.xml", "application/xml", "<factura><total>10</total></factura>");
    await chosen.setInputFiles([invoice]);
    await page.getByRole("button", { name: "Upload" }).click();
    await page.getByRole("button", { name: "Preview of invoice.xml" }).click();
    await said(page, "<total>10</total>");
    await page.getByRole("button", { name: "Delete the files" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete the files" }).click();
    await said(page, "No invoice is there yet.");
    expect(complaints.filter((line) => !line.includes("404"))).toEqual([]);
  });

  it("take files that are dropped", async () => {
    const { id } = await newOrder();
    const { page } = await openAs(seller, `/console/orders?order=${id}`);
    await said(page, "Drop files here");
    await page.evaluate(`(() => {
      const data = new DataTransfer();
      data.items.add(new File(["%PDF-1.4 x"], "dropped.pdf", { type: "application/pdf" }));
      const place = [...document.querySelectorAll("fieldset")].at(-1);
      place.dispatchEvent(new DragEvent("drop", { bubbles: true, dataTransfer: data }));
    })()`);
    await page.getByRole("button", { name: "Upload" }).click();
    await page.getByRole("button", { name: "Preview of dropped.pdf" }).waitFor();
  });
});

describe("Flex", () => {
  async function flexSeller() {
    const as = await newUser();
    await newItem(as);
    return { as, service: await activateFlex(as) };
  }

  it("changes zones as a draft that says what changes, can be taken back, and is saved", async () => {
    const { as, service } = await flexSeller();
    const { page, complaints } = await openAs(as, "/console/flex");
    const zone = page.getByRole("checkbox").and(page.locator(":not(:checked):not(:disabled)")).first();
    await zone.waitFor();
    await zone.click();
    await said(page, "Not saved yet");
    await page.getByRole("button", { name: "Take back" }).click();
    await said(page, "Nothing is changed.");
    await zone.click();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved", { exact: true }).waitFor();
    const query = `{ configuration(user_id: ${as.id}, service_id: ${service}) { zones { selected } } }`;
    const { configuration } = flexPaths(as.id);
    const read = await post(configuration, { as, body: { query } });
    const { zones } = read.json<{ query: { zones: { selected: boolean }[] } }>().query;
    expect(zones.filter(({ selected }) => selected).length).toBeGreaterThan(1);
    expect(complaints).toEqual([]);
  });

  it("asks before a draft is left", async () => {
    const { as } = await flexSeller();
    const { page } = await openAs(as, "/console/flex");
    const zone = page.getByRole("checkbox").and(page.locator(":not(:checked):not(:disabled)")).first();
    await zone.click();
    await said(page, "Not saved yet");
    const asked: string[] = [];
    page.once("dialog", (dialog) => {
      asked.push(dialog.message());
      void dialog.dismiss();
    });
    await page.getByRole("link", { name: "Orders" }).click();
    await expect.poll(() => asked).toEqual(["What you changed is not saved. Leave all the same?"]);
    await said(page, "Not saved yet");
    page.once("dialog", (dialog) => void dialog.accept());
    await page.getByRole("link", { name: "Orders" }).click();
    await page.getByRole("heading", { name: "Orders", level: 1 }).waitFor();
  });

  it("tells whether an address is inside", async () => {
    const { page } = await openAs(seller, "/console/flex");
    const place = page.getByRole("textbox", { name: "Is this address inside?" });
    await place.fill("-34.58, -58.43");
    await page.getByRole("button", { name: "Check" }).click();
    await said(page, /Inside: you deliver to|It lies in/);
    await place.fill("0, 0");
    await page.getByRole("button", { name: "Check" }).click();
    await said(page, "Outside of all zones of Flex.");
    await place.fill("  ");
    await page.getByRole("button", { name: "Check" }).click();
    await said(page, "No zone names this neighborhood.");
  });

  it("says what the API will refuse of delivery hours before it is asked", async () => {
    const { as } = await flexSeller();
    const { page } = await openAs(as, "/console/flex?tab=delivery");
    const from = page.getByRole("textbox", { name: "Monday to Friday: From" });
    await from.fill("23");
    await said(page, "The start must be before the end.");
    expect(await page.getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
    await from.fill("9");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved", { exact: true }).first().waitFor();
  });

  it("shows the cutoff as it was set and in force, and keeps what another tab saved meanwhile", async () => {
    const { as, service } = await flexSeller();
    const path = flexPaths(as.id).delivery(service);
    const stored = (cutoff: number) => ({
      delivery_window: "next_day",
      delivery_ranges: { week: [{ from: 9, to: 18, cutoff, capacity: 20 }] },
    });
    await put(path, { as, body: stored(12) });
    const { page } = await openAs(as, "/console/flex?tab=delivery");
    const cutoff = page.getByRole("textbox", { name: "Monday to Friday: Cutoff" });
    expect(await cutoff.inputValue()).toBe("12 h");
    await said(page, "in force: 9 h");
    await cutoff.fill("8");
    await said(page, "in force: 8 h");
    await put(path, { as, body: stored(11) });
    await page.getByRole("button", { name: "Save" }).click();
    await said(page, "The API refused");
    const kept = (own: number, general: number) => ({
      delivery_ranges: { week: [{ cutoff: own, calculated_cutoff: general }] },
    });
    expect((await get(path, { as })).json()).toMatchObject(kept(11, 9));
    // The draft is still there, and is saved once its seller has seen that.
    await said(page, "This was changed elsewhere meanwhile.");
    expect(await cutoff.inputValue()).toBe("8 h");
    await page.getByRole("button", { name: "Go on with mine" }).click();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved", { exact: true }).waitFor();
    expect((await get(path, { as })).json()).toMatchObject(kept(8, 8));
  });

  it("switches many items at once, and says what was refused", async () => {
    const { as } = await flexSeller();
    const { page } = await openAs(as, "/console/flex?tab=items");
    await page.getByLabel("Title", { exact: true }).fill("nothing is called so");
    await page.getByRole("button", { name: "Clear filters" }).click();
    await page.getByRole("checkbox", { name: "Select all on this page" }).click();
    await page.getByRole("button", { name: "Switch on (1)" }).click();
    await said(page, /1 switched, 0 refused/);
    await page.getByRole("cell", { name: "on", exact: true }).waitFor();
  });
});

describe("the catalog", () => {
  it("predicts while a title is typed, and lists the item", async () => {
    const as = await newUser();
    const { page, complaints } = await openAs(as, "/console/catalog");
    await page.getByLabel("Title of an item").fill("Celular Samsung Galaxy A54 128gb negro");
    await page.getByRole("heading", { name: "List an item: Celulares y Smartphones" }).waitFor();
    await page.getByLabel("Price (ARS)").fill("450000");
    await said(page, "The API will take it.");
    await page.getByRole("button", { name: "List it" }).click();
    await said(page, /Listed as MLA\d+/);
    expect(complaints).toEqual([]);
  });

  it("walks down the tree, and searches with facets that are in the address", async () => {
    const { page } = await openAs(seller, "/console/catalog?tab=tree");
    await page.locator("main li a").first().click();
    await page.getByRole("navigation", { name: "Path" }).waitFor();
    await page.goto(`${baseUrl}/console/catalog?tab=tree&category=${fixtures.category_leaf}`);
    await page.getByRole("region", { name: "Attributes" }).getByRole("row").nth(1).waitFor();
    await page.getByRole("heading", { name: "Shipping preferences" }).waitFor();
    await page.goto(`${baseUrl}/console/catalog?tab=search&q=celular`);
    await said(page, /results/);
    // The box has the words of what is shown, also on the way back.
    const words = page.getByLabel("Words");
    await words.fill("samsung");
    await words.press("Enter");
    await expect.poll(() => new URL(page.url()).searchParams.get("q")).toBe("samsung");
    await page.goBack();
    await expect.poll(() => words.inputValue()).toBe("celular");
    await said(page, /results/);
    await page.locator("main section:has(> h3) button").first().click();
    await page.getByRole("group", { name: "Filters" }).waitFor();
    expect(new URL(page.url()).searchParams.size).toBeGreaterThan(2);
    // Another site begins without words, and what was found in the one before is not shown there.
    await page.getByLabel("Site").selectOption("MLB");
    await expect.poll(() => page.getByText(/ results?$/).count()).toBe(0);
    expect(await page.getByLabel("Words").inputValue()).toBe("");
  });
});

describe("health", () => {
  it("shows operators every service, and reconciles invoices", async () => {
    const { page, complaints } = await openAs(operator, "/console/health");
    for (const service of ["gateway", "catalog", "questions", "orders", "invoices", "flex"])
      await page.getByRole("heading", { name: service, exact: true }).waitFor();
    await page.getByRole("button", { name: "Compare", exact: true }).click();
    await page.getByRole("cell", { name: /done/ }).first().waitFor();
    expect(complaints).toEqual([]);
  });

  it("is shown to operators while the service of questions is down", async () => {
    const { page } = await visit();
    await page.route("**/questions/**", (route) => route.abort());
    await beginAs(page, operator);
    await page.goto(`${baseUrl}/console/health`);
    await page.getByRole("heading", { name: "gateway", exact: true }).waitFor();
  });

  it("tells others who sees it", async () => {
    const { page } = await openAs(seller, "/console/health");
    await said(page, "Only operators see how the deployment is.");
  });
});

const pages = [
  ["questions", seller],
  ["orders", seller],
  ["flex", seller],
  ["flex?tab=delivery", seller],
  ["flex?tab=items", seller],
  ["catalog?title=celular samsung galaxy a54", seller],
  ["catalog?tab=search&q=celular", seller],
  ["health", operator],
] as const;

describe.each(pages)("/console/%s", (path, user) => {
  it.each(looks)("is accessible and fits, %s", async (look, options) => {
    const { page, shoot, complaints, answers } = await openAs(user, `/console/${path}`, options);
    await settled(page);
    await shoot(`console-${path.replaceAll(/\W+/g, "-")}-${look.replaceAll(" ", "-")}`);
    expect(await isTooWide(page)).toBe(false);
    await expectAccessible(page);
    if (look === "light") expect(await untranslated(page, answers)).toEqual({ es: [], pt: [] });
    expect(complaints).toEqual([]);
  });
});
