import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { baseUrl, get, post } from "../api/api.ts";
import { newItem, newQuestion, users } from "../api/world.ts";
import { opened } from "./browser.ts";
import { expectAccessible } from "./console.ts";
import { consolePages } from "./console-pages.ts";

const { page: visit } = opened();
const { seller_mla: seller, buyer_mla: buyer, operator } = users;

const openAs = consolePages(visit);
const filterOf = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);

describe("the way back", () => {
  it("leads from a question to the list on a phone, and from a page to the one before", async () => {
    const item = await newItem(seller);
    const question = await newQuestion(buyer, item);
    const page = await openAs(seller, "/orders", { width: 360 });
    await page.getByRole("button", { name: "Navigation" }).click();
    await page.getByRole("link", { name: "Questions" }).click();
    await page.getByRole("textbox", { name: "Item" }).pressSequentially(item, { delay: 5 });
    await expect.poll(() => filterOf(page, "item")).toBe(item);
    await page.locator(`[data-question="${question}"]`).click();
    await page.getByLabel("Your answer").waitFor();
    await page.goBack();
    await page.locator(`[data-question="${question}"]`).waitFor();
    expect(filterOf(page, "item")).toBe(item);
    await page.goForward();
    await page.getByLabel("Your answer").waitFor();
  });

  it("closes what was opened beside a list", async () => {
    const page = await openAs(seller, "/requests?from=all");
    await page.getByRole("table").getByRole("button").first().click();
    const details = page.getByRole("dialog", { name: "A request" });
    await details.waitFor();
    await page.goBack();
    await details.waitFor({ state: "hidden" });
    expect(filterOf(page, "from")).toBe("all");
  });
});

describe("an address", () => {
  it("shows the same to a reader who gets it as a link, and each page has its own title", async () => {
    const item = await newItem(seller);
    const question = await newQuestion(buyer, item);
    const page = await openAs(seller, `/questions?status=all&item=${item}&question=${question}`);
    await page.getByLabel("Your answer").waitFor();
    expect(await page.getByRole("textbox", { name: "Item" }).inputValue()).toBe(item);
    await expect.poll(() => page.title()).toBe("Questions · Console");
    for (const name of ["Orders", "Flex", "Catalog", "Health"]) {
      await page.getByRole("link", { name, exact: true }).click();
      await expect.poll(() => page.title()).toBe(`${name} · Console`);
    }
  });

  it("has filters as texts, also those that look like a number, and a repeated one once", async () => {
    const page = await openAs(seller, "/catalog?title=1984");
    expect(await page.getByLabel("Title of an item").inputValue()).toBe("1984");
    await page.goto(`${baseUrl}/console/orders?q=true&q=1984&page=1`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await page.getByLabel("Words of the title").inputValue()).toBe("1984");
    await page.getByLabel("Words of the title").fill("19845");
    await expect.poll(() => filterOf(page, "q")).toBe("19845");
    expect(await page.getByLabel("Words of the title").inputValue()).toBe("19845");
  });

  it("with ids and values that do not exist shows the API's message, and the page stays usable", async () => {
    const page = await openAs(seller, "/questions?question=7&page=x");
    await page.getByRole("alert").first().waitFor();
    await page.goto(`${baseUrl}/console/orders?order=abc&page=-1`);
    await page.getByRole("alert").first().waitFor();
    await page.getByRole("button", { name: "Back to the list" }).click();
    await page.getByRole("table", { name: "Orders" }).waitFor();
    await page.goto(`${baseUrl}/console/catalog?tab=nothing&site=XXX&title=celular samsung`);
    await page.getByRole("alert").first().waitFor();
    await page.goto(`${baseUrl}/console/orders?page=9999`);
    await page.getByRole("table", { name: "Orders" }).waitFor();
    await expect.poll(() => filterOf(page, "page")).not.toBe("9999");
  });
});

describe("what is typed", () => {
  it("stays in the filter letter by letter, and the list is not read for each of them", async () => {
    const page = await openAs(seller, "/orders");
    const asked: string[] = [];
    page.on("request", (request) => {
      const words = new URL(request.url()).searchParams.get("q");
      if (words !== null && request.resourceType() === "fetch") asked.push(words);
    });
    const words = page.getByLabel("Words of the title");
    await words.pressSequentially("celular samsung", { delay: 10 });
    expect(await words.inputValue()).toBe("celular samsung");
    await expect.poll(() => filterOf(page, "q")).toBe("celular samsung");
    await expect.poll(() => asked.at(-1)).toBe("celular samsung");
    expect(asked.length).toBeLessThan("celular samsung".length);
  });

  it("of an answer is there again when one comes back to its question, and is not left unasked", async () => {
    const item = await newItem(seller);
    await newQuestion(buyer, item);
    await newQuestion(users.buyer2_mla, item);
    const page = await openAs(seller, `/questions?item=${item}`);
    await page.locator("[data-question]").nth(1).waitFor();
    await page.keyboard.press("j");
    const box = page.getByLabel("Your answer");
    await box.fill("Casi lista");
    // Keys of an open menu are the menu's.
    await page.getByRole("button", { name: "Saved answers" }).click();
    await page.getByRole("menu").waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Escape");
    expect(await box.inputValue()).toBe("Casi lista");
    await page.locator("[data-question]").nth(1).click();
    await expect.poll(() => box.inputValue()).toBe("");
    await page.locator("[data-question]").first().click();
    await expect.poll(() => box.inputValue()).toBe("Casi lista");
    const asked: string[] = [];
    const answerNext = (answer: "accept" | "dismiss") =>
      page.once("dialog", (dialog) => {
        asked.push(dialog.message());
        void dialog[answer]();
      });
    answerNext("dismiss");
    await page.getByRole("button", { name: `Acting as ${seller.nickname}` }).click();
    await page.getByRole("menuitem", { name: buyer.nickname }).click();
    await expect.poll(() => asked.length).toBe(1);
    expect(await box.inputValue()).toBe("Casi lista");
    answerNext("accept");
    await page.getByRole("link", { name: "Orders", exact: true }).click();
    await page.getByRole("heading", { name: "Orders", level: 1 }).waitFor();
    const question = "What you changed is not saved. Leave all the same?";
    expect(asked).toEqual([question, question]);
  });
});

describe("the question inbox", () => {
  it("shows what somebody else did meanwhile when an answer is refused", async () => {
    const question = await newQuestion(buyer, await newItem(seller));
    const page = await openAs(seller, `/questions?question=${question}`);
    const box = page.getByLabel("Your answer");
    await box.fill("Tarde");
    const body = { question_id: question, text: "Antes" };
    expect((await post("/answers", { as: seller, body })).status).toBe(200);
    await box.press("Control+Enter");
    await page.getByText("The API refused").waitFor();
    await page.getByRole("region", { name: "Answer" }).getByText("Antes").waitFor();
  });

  it("leads operators to the queue, where they ban and disable after a question", async () => {
    const page = await openAs(operator, "/questions");
    await page.getByRole("link", { name: "Moderation queue" }).click();
    await expect.poll(() => filterOf(page, "status")).toBe("queue");
    for (const [decision, status] of [
      ["Ban", "BANNED"],
      ["Disable", "DISABLED"],
    ] as const) {
      const item = await newItem(seller);
      const text = `Escribime a ana.${item.toLowerCase()}@correo.example.com`;
      const asked = await post("/questions", { as: buyer, body: { item_id: item, text } });
      const { id } = asked.json<{ id: number }>();
      await page.goto(`${baseUrl}/console/questions?status=queue&item=${item}&question=${id}`);
      await page.getByRole("button", { name: decision, exact: true }).click();
      const dialog = page.getByRole("dialog", { name: decision });
      await dialog.waitFor();
      await expectAccessible(page);
      await dialog.getByRole("button", { name: decision, exact: true }).click();
      const read = async () => (await get(`/questions/${id}`, { as: operator })).json<{ status: string }>();
      await expect.poll(async () => (await read()).status).toBe(status);
    }
  });

  it("lists blocked askers by name, a page at a time", async () => {
    const page = await openAs(seller, "/questions");
    await post(`/users/${seller.id}/questions_blacklist`, {
      as: seller,
      body: { user_id: users.buyer2_mla.id },
    });
    await page.reload();
    await page.getByRole("button", { name: "Blocked askers" }).click();
    const dialog = page.getByRole("dialog", { name: "Blocked askers" });
    await dialog.getByText(users.buyer2_mla.nickname).waitFor();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Unblock asker" }).first().click();
    await dialog.getByText("You have blocked nobody.").waitFor();
  });
});

describe("the live list of requests", () => {
  it("goes on when the stream was cut", async () => {
    const { page } = await visit({ width: 1280 });
    let cuts = 0;
    await page.route("**/_sandbox/stream", (route) => (cuts++ === 0 ? route.abort() : route.continue()));
    await page.goto(`${baseUrl}/console/requests?path=/sites`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await expect.poll(() => cuts).toBeGreaterThan(1);
    const target = `/sites?probe=${Date.now()}`;
    await get(target);
    await page.getByRole("cell", { name: target }).waitFor();
  });
});
