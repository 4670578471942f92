import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { get, post, put } from "../api/api.ts";
import { newItem, newQuestion, newUser, type Person, users } from "../api/world.ts";
import { newSale } from "../invoices/packs.ts";
import { opened } from "./browser.ts";
import { consolePages } from "./console-pages.ts";

const { page: visit } = opened();
const openAs = consolePages(visit);
const notSaved = "What you changed is not saved. Leave all the same?";

/** Answers each question of the browser, and collects what was asked. */
function questions(page: Page): { asked: string[]; answer: "accept" | "dismiss" } {
  const heard: ReturnType<typeof questions> = { asked: [], answer: "dismiss" };
  page.on("dialog", (dialog) => {
    heard.asked.push(dialog.message());
    void dialog[heard.answer]();
  });
  return heard;
}

async function newApplication(owner: Person): Promise<number> {
  const body = { name: "Before", redirect_uris: ["http://localhost:3000/callback"] };
  const made = await post("/applications", { as: owner, body });
  expect(made.status).toBe(201);
  return made.json<{ id: number }>().id;
}

/** Where nothing of a drawer or a dialog is. */
const beside = { x: 5, y: 400 };

describe("the drawer of an application", () => {
  it("asks before edits are left by a click beside it, by Escape and by the way back", async () => {
    const owner = await newUser();
    const id = await newApplication(owner);
    const page = await openAs(owner, "/applications");
    const heard = questions(page);
    const drawer = page.getByRole("dialog", { name: "An application" });
    const name = drawer.getByLabel("Name");
    await page.getByRole("button", { name: "Before" }).click();
    await name.waitFor();
    // Nothing is asked where nothing was changed.
    await page.mouse.click(beside.x, beside.y);
    await drawer.waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "Before" }).click();
    await name.fill("After");
    await page.mouse.click(beside.x, beside.y);
    await expect.poll(() => heard.asked.length).toBe(1);
    await name.press("Escape");
    await expect.poll(() => heard.asked.length).toBe(2);
    await drawer.getByRole("button", { name: "Close" }).click();
    await expect.poll(() => heard.asked.length).toBe(3);
    await page.goBack();
    await expect.poll(() => heard.asked.length).toBe(4);
    expect(heard.asked).toEqual(Array(4).fill(notSaved));
    expect(await name.inputValue()).toBe("After");
    expect(new URL(page.url()).searchParams.get("id")).toBe(String(id));

    await drawer.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved.").waitFor();
    await name.press("Escape");
    await drawer.waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "After" }).click();
    await name.fill("Dropped");
    heard.answer = "accept";
    await page.mouse.click(beside.x, beside.y);
    await drawer.waitFor({ state: "hidden" });
    expect(heard.asked.length).toBe(5);
    await page.getByRole("button", { name: "After" }).waitFor();
  });

  it("keeps what was changed elsewhere meanwhile, but for the field that was edited", async () => {
    const owner = await newUser();
    const id = await newApplication(owner);
    const page = await openAs(owner, `/applications?id=${id}`);
    const drawer = page.getByRole("dialog", { name: "An application" });
    const name = drawer.getByLabel("Name");
    await name.fill("Mine");
    const elsewhere = { name: "Theirs", callback_url: "https://hooks.example.com/new", topics: ["items"] };
    const path = `/applications/${id}`;
    expect((await put(path, { as: owner, body: elsewhere })).status).toBe(200);
    await drawer.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved.").waitFor();
    expect((await get(path, { as: owner })).json()).toMatchObject({ ...elsewhere, name: "Mine" });
  });

  it("asks before a new secret is gone that was shown once", async () => {
    const owner = await newUser();
    const page = await openAs(owner, `/applications?id=${await newApplication(owner)}`);
    const heard = questions(page);
    const drawer = page.getByRole("dialog", { name: "An application" });
    await drawer.getByRole("button", { name: "New secret" }).click();
    await page
      .getByRole("dialog", { name: "New secret" })
      .getByRole("button", { name: "New secret" })
      .click();
    await drawer.getByText("Copy the new secret now").waitFor();
    await page.mouse.click(beside.x, beside.y);
    await expect.poll(() => heard.asked).toEqual(["The secret is not shown again. Have you copied it?"]);
    await drawer.getByRole("region", { name: "Client secret" }).waitFor();
  });
});

describe("the form of a new item", () => {
  it("keeps what was typed when the title changes, and the rest follows the title", async () => {
    const page = await openAs(await newUser(), "/catalog");
    const title = page.getByLabel("Title of an item");
    await title.fill("Celular Samsung Galaxy A54 128gb negro");
    const brand = page.getByRole("combobox", { name: "Marca" });
    await expect.poll(() => brand.inputValue()).toBe("Samsung");
    await title.fill("Celular Motorola Moto G54 128gb negro");
    await expect.poll(() => brand.inputValue()).toBe("Motorola");
    const price = page.getByLabel("Price (ARS)");
    await price.fill("450000");
    await brand.fill("Otra");
    // A title that says nothing takes nothing away.
    await title.fill("C");
    await page.getByText("Type a title to begin.").waitFor();
    expect([await price.inputValue(), await brand.inputValue()]).toEqual(["450,000", "Otra"]);
  });

  it("lists one item when the answer to the first try was lost", async () => {
    const seller = await newUser();
    const page = await openAs(seller, "/catalog");
    const ids: string[] = [];
    await page.route("**/items", async (route) => {
      const answer = await route.fetch();
      ids.push((await answer.json()).id);
      await (ids.length === 1 ? route.abort() : route.fulfill({ response: answer }));
    });
    await page.getByLabel("Title of an item").fill("Celular Samsung Galaxy A54 128gb negro");
    await page.getByLabel("Price (ARS)").fill("450000");
    const list = page.getByRole("button", { name: "List it" });
    await list.click();
    await page.getByText("The marketplace does not answer.").waitFor();
    await list.click();
    await page
      .getByRole("status")
      .filter({ hasText: /Listed as MLA/ })
      .waitFor();
    expect(ids).toEqual([ids[0], ids[0]]);
  });

  it("takes a price as Spanish writes it", async () => {
    const page = await openAs(await newUser(), "/catalog");
    await page.evaluate('localStorage.setItem("console-language", "es")');
    await page.reload();
    await page.getByLabel("Título de una publicación").fill("Celular Samsung Galaxy A54 128gb negro");
    const price = page.getByLabel("Precio (ARS)");
    await price.pressSequentially("150.000,5");
    expect(await price.inputValue()).toBe("150.000,5");
    await page.getByText(/^\$\s?150\.000,50$|^ARS\s150\.000,50$|^150\.000,50\sARS$/).waitFor();
  });
});

describe("an answer to a question that somebody else has answered", () => {
  it("can be copied and dropped, and is not asked about any more then", async () => {
    const seller = await newUser();
    const question = await newQuestion(users.buyer_mla, await newItem(seller));
    const page = await openAs(seller, `/questions?question=${question}`);
    const heard = questions(page);
    await page.getByRole("textbox", { name: "Your answer" }).fill("Sí, en rojo y en azul.");
    const body = { question_id: question, text: "Sí." };
    expect((await post("/answers", { as: seller, body })).status).toBeLessThan(300);
    await page.getByRole("button", { name: "Answer", exact: true }).click();
    await page.getByText("The question takes no answer any more. Yours was not sent.").waitFor();
    await page.getByRole("region", { name: "Your answer" }).getByText("Sí, en rojo y en azul.").waitFor();
    await page.getByRole("button", { name: "Discard it" }).click();
    await page.getByRole("link", { name: "Orders", exact: true }).click();
    await page.getByRole("heading", { name: "Orders", level: 1 }).waitFor();
    expect(heard.asked).toEqual([]);
  });
});

describe("an answer whose sending got no answer", () => {
  it("is not said to be unsent when the question has it", async () => {
    const seller = await newUser();
    const question = await newQuestion(users.buyer_mla, await newItem(seller));
    const page = await openAs(seller, `/questions?question=${question}`);
    await page.route("**/answers", async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.getByRole("textbox", { name: "Your answer" }).fill("Sí, en rojo.");
    await page.getByRole("button", { name: "Answer", exact: true }).click();
    await page.getByText("The marketplace does not answer.").waitFor();
    await page.getByRole("textbox", { name: "Your answer" }).waitFor({ state: "detached" });
    expect(await page.getByText("Yours was not sent.").count()).toBe(0);
    await expect.poll(() => page.evaluate("JSON.stringify(sessionStorage)")).not.toContain("Sí, en rojo.");
  });
});

describe("a dialog with what is not saved", () => {
  it("of a new application asks, and stays with its secret", async () => {
    const page = await openAs(await newUser(), "/applications");
    const heard = questions(page);
    await page.getByRole("button", { name: "New application" }).click();
    const dialog = page.getByRole("dialog", { name: "New application" });
    const name = dialog.getByLabel("Name");
    await name.fill("Half");
    await page.mouse.click(beside.x, beside.y);
    await name.press("Escape");
    await expect.poll(() => heard.asked).toEqual([notSaved, notSaved]);
    expect(await name.inputValue()).toBe("Half");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("Copy its secret now").waitFor();
    await page.keyboard.press("Escape");
    await dialog.getByRole("region", { name: "Client secret" }).waitFor();
    await dialog.getByRole("button", { name: "Close" }).click();
    await dialog.waitFor({ state: "hidden" });
    expect(heard.asked.length).toBe(2);
  });

  it("of faults and of the clock asks when a field was changed, and only then", async () => {
    const page = await openAs(users.seller_mla, "");
    const heard = questions(page);
    await page.locator("button[aria-haspopup=dialog]").click();
    const faults = page.getByRole("dialog", { name: "Active faults" });
    const path = faults.getByLabel("Path");
    await path.waitFor();
    await page.keyboard.press("Escape");
    await faults.waitFor({ state: "hidden" });
    await page.locator("button[aria-haspopup=dialog]").click();
    await path.fill("/nowhere");
    await page.mouse.click(beside.x, beside.y);
    await expect.poll(() => heard.asked).toEqual([notSaved]);
    expect(await path.inputValue()).toBe("/nowhere");
    heard.answer = "accept";
    await page.keyboard.press("Escape");
    await faults.waitFor({ state: "hidden" });

    heard.answer = "dismiss";
    await page.getByRole("button", { name: "Clock" }).click();
    await page.getByRole("menuitem", { name: "Set to" }).click();
    const clock = page.getByRole("dialog", { name: "Set the clock" });
    await clock.getByLabel(/^Time in/).fill("2031-01-02T03:04:05");
    await page.mouse.click(beside.x, beside.y);
    await expect.poll(() => heard.asked.length).toBe(3);
    await clock.getByRole("button", { name: "Set", exact: true }).waitFor();
  });

  it("of saved answers asks for a new one alone, not for the answer that waits behind it", async () => {
    const seller = await newUser();
    const question = await newQuestion(users.buyer_mla, await newItem(seller));
    const page = await openAs(seller, `/questions?question=${question}`);
    const heard = questions(page);
    await page.getByLabel("Your answer").fill("Casi lista");
    const open = async () => {
      await page.getByRole("button", { name: "Saved answers" }).click();
      await page.getByRole("menuitem", { name: "Save this answer" }).click();
    };
    await open();
    const dialog = page.getByRole("dialog", { name: "Saved answers" });
    await dialog.getByLabel("Title").waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    expect(heard.asked).toEqual([]);
    await open();
    await dialog.getByLabel("Title").fill("Casi");
    await page.keyboard.press("Escape");
    await expect.poll(() => heard.asked).toEqual([notSaved]);
    await dialog.getByRole("button", { name: "Save", exact: true }).click();
    await dialog.getByRole("button", { name: "Insert: Casi" }).waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    expect(heard.asked.length).toBe(1);
    // What was saved for later was not sent to the asker.
    expect(await page.getByLabel("Your answer").inputValue()).toBe("Casi lista");
    const asked = await get(`/questions/${question}?api_version=4`, { as: seller });
    expect(asked.json()).toMatchObject({ status: "UNANSWERED" });
  });

  it("of a request for billing data keeps it, and the order is not left without a question", async () => {
    const { seller, orders } = await newSale();
    const page = await openAs(seller, `/orders?order=${orders[0]}`);
    const heard = questions(page);
    await page.getByRole("button", { name: "Ask for billing data" }).click();
    const dialog = page.getByRole("dialog", { name: "Ask for billing data" });
    const text = dialog.getByLabel("Message to the buyer");
    await text.fill("¿Me pasa su CUIT?");
    await page.mouse.click(beside.x, beside.y);
    await dialog.waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "Back to the list" }).click();
    await expect.poll(() => heard.asked).toEqual([notSaved]);
    await page.getByRole("button", { name: "Ask for billing data" }).click();
    expect(await text.inputValue()).toBe("¿Me pasa su CUIT?");
  });
});
