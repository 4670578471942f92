import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { baseUrl, get, remove } from "../api/api.ts";
import { adminToken, type Person, users } from "../api/world.ts";
import { newWorld } from "../sandbox/lab.ts";
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

describe("who a tab of a sandbox acts as", () => {
  const choose = async (page: Page, from: Person, to: Person) => {
    await page.getByRole("button", { name: acting(from) }).click();
    await page.getByRole("menuitem", { name: to.nickname }).click();
  };

  it("is who was chosen last, whichever answer comes last", async () => {
    const { page } = await visit();
    await beginAs(page, seller);
    await page.goto(`${baseUrl}/console`);
    await shows(page, acting(seller));
    const late: (() => Promise<void>)[] = [];
    await page.route("**/_sandbox/sessions", async (route) => {
      const { user_id } = route.request().postDataJSON() as { user_id: number };
      if (user_id === buyer.id) late.push(() => route.continue());
      else await route.continue();
    });
    await choose(page, seller, buyer);
    await expect.poll(() => late.length).toBe(1);
    await choose(page, seller, users.operator);
    await shows(page, acting(users.operator));
    // The tokens that nobody needs are ended.
    const ended = page.waitForResponse((answer) => answer.request().method() === "DELETE");
    await Promise.all(late.map((answer) => answer()));
    await ended;
    await shows(page, acting(users.operator));
    const tab = await page.evaluate<string>("sessionStorage['console-tab']");
    expect(JSON.parse(tab)).toMatchObject({ user: users.operator.id });
  });

  it("begins again when its tokens have ended and the lab refuses new ones", async () => {
    const { page } = await visit();
    await beginAs(page, buyer);
    await page.goto(`${baseUrl}/console`);
    await shows(page, acting(buyer));
    let refusals = 0;
    const body = { message: "no", error: "invalid_token", status: 401, cause: [] };
    const refuseOnce = async (path: string) =>
      page.route(
        path,
        (route) => {
          refusals++;
          return route.fulfill({ status: 401, json: body });
        },
        { times: 1 },
      );
    await refuseOnce("**/orders/search?**");
    await refuseOnce("**/_sandbox/sessions");
    await page.getByRole("link", { name: "Orders", exact: true }).click();
    await expect.poll(() => refusals).toBe(2);
    await page.getByRole("heading", { name: "Orders", level: 1 }).waitFor();
    await shows(page, acting(buyer));
  });

  it("is a user of the default world once its world has ended", async () => {
    const { world, users: theirs } = await newWorld({ from: "demo" });
    const { page } = await visit();
    await beginAs(page, theirs.seller_mla, world.id);
    await page.goto(`${baseUrl}/console`);
    await page.getByRole("button", { name: `World ${world.id}` }).waitFor();
    await remove(`/_sandbox/worlds/${world.id}`, { token: adminToken });
    await page.getByRole("link", { name: "Orders", exact: true }).click();
    await page.getByText(`The world ${world.id} has ended.`).waitFor();
    await page.getByRole("button", { name: "World default" }).waitFor();
    await page.getByRole("heading", { name: "Orders", level: 1 }).waitFor();
  });
});
