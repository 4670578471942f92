import { describe, expect, it } from "vitest";
import { get } from "../api/api.ts";
import { newItem, newQuestion, newUser, users } from "../api/world.ts";
import { opened } from "./browser.ts";
import { consolePages } from "./console-pages.ts";

const { page: visit } = opened();
const openAs = consolePages(visit);

describe("a question of the inbox", () => {
  it("has its item beside it, and what its asker asked before, which is opened from there", async () => {
    const [seller, buyer] = [await newUser(), await newUser()];
    const item = await newItem(seller, { title: "Cafetera italiana de acero" });
    const before = await newQuestion(buyer, item, "¿Para cuántas tazas es?");
    const question = await newQuestion(buyer, item, "¿Sirve para inducción?");
    const page = await openAs(seller, `/questions?question=${question}`);
    await page.getByRole("region", { name: "Item" }).getByText("Cafetera italiana de acero").waitFor();
    const history = page.getByRole("region", { name: "Asked you before" });
    await history.getByRole("button", { name: "¿Para cuántas tazas es?" }).click();
    await page.getByRole("heading", { name: "¿Para cuántas tazas es?" }).waitFor();
    expect(new URL(page.url()).searchParams.get("question")).toBe(String(before));
    await history.getByRole("button", { name: "¿Sirve para inducción?" }).waitFor();
  });
});

describe("an answer that takes long", () => {
  it("leaves readers at the question that they have opened meanwhile, and on another page", async () => {
    const seller = await newUser();
    const item = await newItem(seller);
    const [first, second] = [
      await newQuestion(users.buyer_mla, item),
      await newQuestion(users.buyer2_mla, item),
    ];
    const page = await openAs(seller, `/questions?item=${item}&question=${first}`);
    let release = () => {};
    await page.route("**/answers", async (route) => {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      await route.continue();
    });
    const box = page.getByLabel("Your answer");
    const send = async () => {
      const asked = page.waitForRequest("**/answers");
      await box.fill("Sí.");
      await box.press("Control+Enter");
      await asked;
    };
    const opened = () => new URL(page.url()).searchParams.get("question");
    await send();
    await page.locator(`[data-question="${second}"]`).click();
    await expect.poll(() => box.inputValue()).toBe("");
    release();
    await page.getByRole("alert").filter({ hasText: "Answered" }).waitFor();
    await page.getByText("1 question", { exact: true }).waitFor();
    expect(opened()).toBe(String(second));

    await send();
    page.once("dialog", (dialog) => void dialog.accept());
    await page.getByRole("link", { name: "Orders", exact: true }).click();
    await page.getByRole("heading", { name: "Orders", level: 1 }).waitFor();
    const answered = page.waitForResponse("**/answers");
    release();
    await answered;
    await page.getByRole("alert").filter({ hasText: "Answered" }).last().waitFor();
    expect(opened()).toBeNull();
  });
});

/** The two largest units of a time in minutes, as the page says it. */
function said(minutes: number): string {
  const [days, hours, rest] = [Math.floor(minutes / 1_440), Math.floor(minutes / 60) % 24, minutes % 60];
  const parts = days > 0 ? [`${days} d`, `${hours} h`] : [`${hours} h`, `${rest} min`];
  return parts.filter((part) => !part.startsWith("0 ")).join(" ");
}

describe("the response time", () => {
  it("is the API's, with a chart of 30 days; a seller without questions has none", async () => {
    const seller = users.seller2_mla;
    const page = await openAs(seller, "/questions");
    const path = `/users/${seller.id}/questions/response_time`;
    const { total } = (await get(path, { as: seller })).json<{ total: { response_time: number } }>();
    const shown = page.getByRole("region", { name: "Response time" });
    await shown.getByText(said(total.response_time), { exact: true }).first().waitFor();
    await shown.getByRole("img", { name: /Response time of the last 30 days: from .+ to .+/ }).waitFor();
    const other = await openAs(await newUser(), "/questions");
    await other.getByText("No response time yet: nobody has asked you.").waitFor();
  });
});
