import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { baseUrl, get, post, put } from "../api/api.ts";
import { adminToken, newItem, newQuestion, newUser, users } from "../api/world.ts";
import { newWorld } from "../sandbox/lab.ts";
import { opened } from "./browser.ts";
import { beginAs } from "./console.ts";

const { page: visit } = opened();

/** More than a page has. */
const many = Array.from({ length: 27 }, (_, index) => String(index + 1).padStart(2, "0"));
const of27 = (from: number, to: number) => `${from} to ${to} of ${many.length}`;

async function openAs(user: { id: number }, path: string, world?: string): Promise<Page> {
  const { page } = await visit({ width: 1280 });
  await beginAs(page, user, world);
  await page.goto(`${baseUrl}/console${path}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  return page;
}

describe("a list of more than a page", () => {
  it("of receivers is paged by the address, ends where the last one was removed, and shows a new one", async () => {
    const { world, users: theirs } = await newWorld({ from: "demo" });
    const headers = { "X-Sandbox-World": world.id };
    const body = { status: 200, delay_ms: 0 };
    for (const number of many.slice(1))
      await put(`/_sandbox/receivers/r-${number}`, { token: adminToken, headers, body });
    const page = await openAs(theirs.seller_mla, "/notifications?receivers=2", world.id);
    await page.getByText("r-27", { exact: true }).waitFor();
    expect(await page.getByText("r-02", { exact: true }).count()).toBe(0);
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await page.getByText("r-02", { exact: true }).waitFor();
    for (const name of ["r-28", "r-29"]) {
      await page.getByLabel("Name").fill(name);
      await page.getByRole("button", { name: "Add a receiver" }).click();
      await page.getByText(name, { exact: true }).waitFor();
    }
    // One that is there is not changed by adding it again.
    await page.getByLabel("Name").fill("r-28");
    await page.getByRole("button", { name: "Add a receiver" }).click();
    await page.getByText("There is a receiver r-28 already.").waitFor();
    expect(new URL(page.url()).searchParams.get("receivers")).toBe("2");
    await page
      .getByRole("navigation", { name: of27(26, 27) })
      .getByRole("button", { name: "Previous" })
      .click();
    await page.getByText("r-02", { exact: true }).waitFor();
  });

  it("of saved answers is paged in a dialog, from which one is inserted", async () => {
    const seller = await newUser();
    const question = await newQuestion(users.buyer_mla, await newItem(seller));
    for (const number of many) {
      const body = { title: `Answer ${number}`, text: `Text ${number}` };
      expect((await post(`/users/${seller.id}/saved_answers`, { as: seller, body })).status).toBe(201);
    }
    const page = await openAs(seller, `/questions?question=${question}`);
    await page.getByRole("button", { name: "Saved answers (27)" }).click();
    await page.getByRole("menuitem", { name: "All 27 saved answers" }).click();
    const dialog = page.getByRole("dialog", { name: "Saved answers" });
    await dialog.getByText(of27(1, 25)).waitFor();
    await dialog.getByRole("button", { name: "Next" }).click();
    await dialog.getByText(of27(26, 27)).waitFor();
    const insert = dialog.getByRole("button", { name: /^Insert: / }).first();
    const name = (await insert.getAttribute("aria-label")) ?? "";
    await insert.click();
    await dialog.waitFor({ state: "hidden" });
    const box = page.getByLabel("Your answer");
    await expect.poll(() => box.inputValue()).toBe(name.replace("Insert: Answer", "Text"));
  });

  it("of faults is paged by the address and in the bar's dialog, and leads to a new one", async () => {
    const { world, users: theirs } = await newWorld({ from: "demo" });
    const headers = { "X-Sandbox-World": world.id };
    const body = many.map((number) => ({
      id: `fault-${number}`,
      target: "api",
      match: { path: "/nowhere" },
      effect: { status: 503 },
      ttl_seconds: 3_000,
    }));
    expect((await put("/_sandbox/faults", { token: adminToken, headers, body })).status).toBe(200);
    const page = await openAs(theirs.seller_mla, "/sandbox?faults=2", world.id);
    await page.getByText("fault-27").waitFor();
    expect(await page.getByText("fault-25").count()).toBe(0);
    const main = page.getByRole("main");
    await main
      .getByRole("navigation", { name: of27(26, 27) })
      .getByRole("button", { name: "Previous" })
      .click();
    await page.getByText("fault-25").waitFor();
    expect(await page.getByText("fault-27").count()).toBe(0);
    await page.getByRole("button", { name: "Add a fault" }).click();
    await page.getByText(/status-\w{4}/).waitFor();
    expect(new URL(page.url()).searchParams.get("faults")).toBe("2");
    // All are counted, not those of a page.
    await page.getByRole("button", { name: "28 active faults" }).click();
    const dialog = page.getByRole("dialog", { name: "Active faults" });
    await dialog.getByText("fault-25").waitFor();
    await dialog.getByRole("button", { name: "Next" }).click();
    await dialog.getByText("fault-27").waitFor();
    expect(await dialog.getByText("fault-25").count()).toBe(0);
  });

  it("of one's own applications is paged, with what each has missed", async () => {
    const owner = await newUser();
    for (const number of many) {
      const body = { name: `App ${number}`, redirect_uris: ["http://localhost:3000/callback"] };
      expect((await post("/applications", { as: owner, body })).status).toBe(201);
    }
    const page = await openAs(owner, "/notifications?own=2");
    await page.getByText("What App 27 did not acknowledge in two days").waitFor();
    expect(await page.getByText(/^What App \d\d did not/).count()).toBe(2);
    await page
      .getByRole("navigation", { name: of27(26, 27) })
      .getByRole("button", { name: "Previous" })
      .click();
    await page.getByText("What App 01 did not acknowledge in two days").waitFor();
    await page.goto(`${baseUrl}/console/applications?page=2`);
    const table = page.getByRole("table", { name: "Applications" });
    await table.getByText("App 27").waitFor();
    expect(await table.getByText("App 25").count()).toBe(0);
  });

  it("of triggers and of scenarios is paged, and an address finds a trigger of another page", async () => {
    const { page } = await visit({ width: 1280 });
    const triggers = many.map((number) => ({
      event: `made.up_${number}`,
      description: `It happens, number ${number}`,
      with: {},
    }));
    const scenarios = many.map((number) => ({ name: `story-${number}`, description: "As told" }));
    // The product has less than a page of each.
    for (const [path, rows] of [
      ["triggers", triggers],
      ["scenarios", scenarios],
    ] as const)
      await page.route(`**/_sandbox/${path}?**`, (route) => {
        const asked = new URL(route.request().url()).searchParams;
        const [limit, offset] = [Number(asked.get("limit")), Number(asked.get("offset"))];
        const event = asked.get("event");
        const found = rows.filter((row) => event === null || ("event" in row && row.event === event));
        const paging = { total: found.length, limit, offset };
        return route.fulfill({ json: { paging, results: found.slice(offset, offset + limit) } });
      });
    await beginAs(page, users.seller_mla);
    await page.goto(`${baseUrl}/console/scenarios?event=made.up_27&scenarios=2`);
    await page.getByText("It happens, number 27").waitFor();
    const choice = page.getByRole("combobox", { name: "Triggers" });
    expect(await choice.inputValue()).toBe("made.up_27");
    await page.getByText("story-27").waitFor();
    expect(await page.getByText("story-25").count()).toBe(0);
    await page
      .getByRole("navigation", { name: of27(1, 25) })
      .getByRole("button", { name: "Next" })
      .click();
    await choice.selectOption("made.up_26");
    await page.getByText("It happens, number 26").waitFor();
    const { searchParams } = new URL(page.url());
    expect(Object.fromEntries(searchParams)).toEqual({
      event: "made.up_26",
      scenarios: "2",
      triggers: "2",
    });
    await page.goto(`${baseUrl}/console/scenarios?event=made.up_99`);
    await page.getByText("There is no trigger made.up_99.").waitFor();
  });

  it("of triggers is narrowed to one by the lab as well", async () => {
    const one = await get("/_sandbox/triggers?event=question.asked", { token: adminToken });
    expect(one.json()).toMatchObject({
      paging: { total: 1, offset: 0 },
      results: [{ event: "question.asked" }],
    });
    const none = await get("/_sandbox/triggers?event=nothing", { token: adminToken });
    expect(none.json()).toMatchObject({ paging: { total: 0 }, results: [] });
  });

  it("of snapshots is paged by the address", async () => {
    const { page } = await visit({ width: 1280 });
    const snapshots = many.map((number) => ({ name: `kept-${number}`, created_at: "2026-01-02T03:04:05Z" }));
    // Each one would copy all databases.
    await page.route("**/_sandbox/snapshots?**", (route) => {
      const asked = new URL(route.request().url()).searchParams;
      const [limit, offset] = [Number(asked.get("limit")), Number(asked.get("offset"))];
      const results = snapshots.slice(offset, offset + limit);
      return route.fulfill({ json: { paging: { total: snapshots.length, limit, offset }, results } });
    });
    await beginAs(page, users.seller_mla);
    await page.goto(`${baseUrl}/console/sandbox`);
    const table = page.getByRole("table", { name: "Snapshots" });
    await table.getByText("kept-25").waitFor();
    await page
      .getByRole("navigation", { name: of27(1, 25) })
      .getByRole("button", { name: "Next" })
      .click();
    await table.getByText("kept-27").waitFor();
    expect(await table.getByText("kept-25").count()).toBe(0);
    expect(new URL(page.url()).searchParams.get("snapshots")).toBe("2");
  });
});
