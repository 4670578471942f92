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

/** The two largest units of a time in minutes, as the page says it. */
function said(minutes: number): string {
  const [days, hours, rest] = [Math.floor(minutes / 1_440), Math.floor(minutes / 60) % 24, minutes % 60];
  const parts = days > 0 ? [`${days} d`, `${hours} h`] : [`${hours} h`, `${rest} min`];
  return parts.filter((part) => !part.startsWith("0 ")).join(" ");
}

describe("the response time", () => {
  it("is the API's, with how it went; a seller whom nobody has asked has none", async () => {
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
