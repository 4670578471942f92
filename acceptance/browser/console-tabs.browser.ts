import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { baseUrl, get, remove } from "../api/api.ts";
import { type Person, users } from "../api/world.ts";
import { opened } from "./browser.ts";
import { beginAs, goByLink, refusals } from "./console.ts";

const { page: visit } = opened();
const { seller_mla: seller, buyer_mla: buyer } = users;

const acting = ({ nickname }: Pick<Person, "nickname">) => `Acting as ${nickname}`;
const shows = (page: Page, name: string) => page.getByRole("button", { name }).waitFor();

describe("a seller and a buyer in two tabs of a sandbox", () => {
  async function twoTabs() {
    const { page: sellers } = await visit();
    const buyers = await sellers.context().newPage();
    await beginAs(sellers, seller);
    await beginAs(buyers, buyer);
    for (const [page, user] of [
      [sellers, seller],
      [buyers, buyer],
    ] as const) {
      await page.goto(`${baseUrl}/console/questions`);
      await shows(page, acting(user));
    }
    return { sellers, buyers };
  }

  it("each stays who it is when the other is loaded again or becomes somebody else", async () => {
    const { sellers, buyers } = await twoTabs();
    const refused = refusals(sellers);
    await buyers.reload();
    await shows(buyers, acting(buyer));
    await buyers.getByRole("button", { name: acting(buyer) }).click();
    await buyers.getByRole("menuitem", { name: users.operator.nickname }).click();
    await shows(buyers, acting(users.operator));
    await goByLink(sellers, "Orders");
    await shows(sellers, acting(seller));
    expect(refused).toEqual([]);
  });

  it("tokens of one that end are renewed in it, and the other notices nothing", async () => {
    const { sellers, buyers } = await twoTabs();
    const refused = refusals(buyers);
    const { client_id } = (await get("/console/settings.json")).json<{ client_id: string }>();
    const path = `/users/${seller.id}/tokens`;
    const { results } = (await get(`${path}?limit=100`, { as: seller })).json<{
      results: { id: string; application: { id: number } }[];
    }>();
    const ended = results.filter(({ application }) => String(application.id) === client_id);
    for (const { id } of ended) expect((await remove(`${path}/${id}`, { as: seller })).status).toBe(204);
    expect(ended.length).toBeGreaterThan(0);
    await sellers.getByRole("link", { name: "Orders", exact: true }).click();
    await sellers.getByRole("table", { name: "Orders" }).waitFor();
    await shows(sellers, acting(seller));
    await goByLink(buyers, "Orders");
    await shows(buyers, acting(buyer));
    expect(refused).toEqual([]);
  });
});
