import { randomUUID } from "node:crypto";
import type { Locator, Page } from "playwright-core";
import { describe, expect, it, onTestFinished } from "vitest";
import { baseUrl, get, post, remove } from "../api/api.ts";
import { adminToken, fixtures, users } from "../api/world.ts";
import { opened } from "./browser.ts";
import { printedBySnippet } from "./snippets.ts";

const { page: visit } = opened();
const open = async (path: string) => {
  const visitor = await visit({ width: 1280 });
  await visitor.page.goto(`${baseUrl}/console${path}`);
  await visitor.page.getByRole("heading", { level: 1 }).waitFor();
  return visitor;
};
const ask = () =>
  post("/questions", { as: users.buyer_mla, body: { item_id: fixtures.item_active, text: "¿Hay stock?" } });

/** The text of a box of code. */
const shown = async (within: Locator, name: string): Promise<string> =>
  (await within.getByRole("region", { name }).locator("pre").textContent()) ?? "";

/** Goes to a world of the tab's own, whose clock and faults are nobody else's. */
async function ownWorld(page: Page): Promise<string> {
  await page.getByRole("button", { name: "World default" }).click();
  await page.getByRole("menuitem", { name: "New world with the demo" }).click();
  const button = page.getByRole("button", { name: /^World w\d{5}/ });
  await button.waitFor();
  return /w\d{5}/.exec((await button.textContent()) ?? "")?.[0] ?? "";
}

describe("the start page", () => {
  it("gives tokens, credentials and snippets, and says what is not served", async () => {
    await get("/not/served/12345");
    const { page } = await open("");
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copy: Access token buyer_mla" }).click();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(users.buyer_mla.access_token);
    const snippet = page.getByRole("tabpanel").locator("pre");
    const { access_token: token, nickname } = users.seller_mla;
    for (const [tab, part] of [
      ["curl", "curl -H"],
      ["TypeScript", "await fetch("],
      ["Python", "urllib.request"],
      ["PHP", "<?php"],
    ] as const) {
      await page.getByRole("tab", { name: tab }).click();
      await expect.poll(() => snippet.textContent()).toContain(part);
      const text = (await snippet.textContent()) ?? "";
      expect(text).toContain(token);
      expect(await printedBySnippet(tab, text), tab).toContain(nickname);
    }
    await page.getByRole("cell", { name: "GET /not/served/{id}" }).waitFor();
    expect(await page.getByText("ready", { exact: true }).count()).toBe(6);
  });
});

describe("requests", () => {
  it("come live, show causes and what they caused, and are sent again", async () => {
    const { page } = await open("/requests?path=/questions/search&status=4xx");
    const target = `/questions/search?limit=many&probe=${Date.now()}`;
    const refused = await get(target, { as: users.buyer_mla });
    const id = refused.headers.get("x-request-id") ?? "";
    await page.getByRole("row", { name: target }).getByRole("button", { name: "400" }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get("id")).toBe(id);
    const details = page.getByRole("dialog", { name: "A request" });
    await details.getByRole("heading", { name: "Error" }).waitFor();
    expect(await details.getByRole("region", { name: "As cURL" }).textContent()).toContain("curl");
    // What came of it may come later: the details are read again with the list.
    const again = page.waitForResponse((answer) => answer.url().endsWith(`/_sandbox/requests/${id}`));
    await get("/sites");
    await again;
    await details.getByRole("button", { name: "Send again" }).click();
    await details.getByText("Sent again for").waitFor();
    expect(await details.getByText(id).count()).toBeGreaterThan(0);
  });
});

describe("notifications", () => {
  it("show each attempt, and are sent again; a receiver is switched off and on", async () => {
    // For the next attempt, which adds it again.
    onTestFinished(async () => void (await remove("/_sandbox/receivers/console", { token: adminToken })));
    const { page } = await open("/notifications");
    await page.getByLabel("Name").fill("console");
    await page.getByRole("button", { name: "Add a receiver" }).click();
    const address = `${baseUrl}/_sandbox/receivers/default/console/inbox`;
    await page.getByText(address).waitFor();
    await page.getByRole("button", { name: "Switch off" }).click();
    await page.getByRole("button", { name: "Switch on" }).waitFor();

    await page.goto(`${baseUrl}/console/applications`);
    await page.getByRole("button", { name: "Demo application" }).click();
    // Escape ends the question alone.
    await page.getByRole("button", { name: "Switch off" }).click();
    const question = page.getByRole("dialog", { name: "Switch off" });
    await question.waitFor();
    await page.keyboard.press("Escape");
    await question.waitFor({ state: "hidden" });
    await page.getByLabel("Callback URL").fill(address);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved.").waitFor();

    await page.goto(`${baseUrl}/console/notifications?topic=questions&status=failed`);
    await ask();
    await page.getByRole("button", { name: "failed 503" }).first().click();
    const details = page.getByRole("dialog", { name: "A notification" });
    await details.getByText("Attempt 1").waitFor();
    await details.getByText("Next attempt:").waitFor();
    await details.getByText("Payload").first().click();
    await details.getByText('"topic": "questions"').first().waitFor();
    await details.getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: "Switch on" }).click();
    await page.getByRole("button", { name: "Switch off" }).waitFor();
    await page.getByRole("button", { name: "failed 503" }).first().click();
    await details.getByRole("button", { name: "Send again" }).click();
    await details.getByText("by hand").waitFor();
  });
});

describe("the bar of world, clock and faults", () => {
  it("makes a world, moves its clock, disturbs it, keeps it and puts it back", async () => {
    const { page } = await open("/sandbox");
    const world = await ownWorld(page);
    await page.getByRole("button", { name: "Clock" }).click();
    await page.getByRole("menuitem", { name: "Advance 1 h" }).click();
    await page.getByText("moved", { exact: true }).waitFor();
    const clockOf = async () => {
      const answer = await get("/_sandbox/clock", {
        token: adminToken,
        headers: { "X-Sandbox-World": world },
      });
      return answer.json<{ now: string }>().now;
    };
    // Times are typed and shown in the zone of the seller's site, Buenos Aires.
    const inTwoDays = new Date(Date.parse(await clockOf()) + 2 * 86_400_000).toISOString().slice(0, 10);
    await page.getByRole("button", { name: "Clock" }).click();
    await page.getByRole("menuitem", { name: "Set to" }).click();
    await page.getByLabel("Time in America/Argentina/Buenos_Aires").fill(`${inTwoDays}T09:30:00`);
    await page.getByRole("button", { name: "Set", exact: true }).click();
    await expect.poll(clockOf).toContain(`${inTwoDays}T12:3`);
    // Its menu was closed by then: the keyboard goes on at the button of that.
    await expect.poll(() => page.evaluate("document.activeElement.textContent")).toContain("Clock");

    await page.getByRole("button", { name: "Add a fault" }).last().click();
    await page.getByRole("button", { name: /1 active/ }).waitFor();
    const headers = { "X-Sandbox-World": world };
    const answers = [await get("/sites", { headers }), await get("/sites", { headers })];
    expect(answers.map(({ status }) => status)).toContain(503);
    await page.getByRole("button", { name: "End", exact: true }).click();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("button", { name: /1 active/ }).waitFor();

    await page.getByRole("button", { name: /^World w/ }).click();
    await page.getByRole("menuitem", { name: "Reset this world" }).click();
    const asked = page.getByRole("dialog", { name: "Reset this world" });
    await asked.getByRole("button", { name: "Reset this world" }).click();
    await page.getByText("The world is as it was made.").waitFor();
    await page.getByRole("button", { name: "No faults" }).waitFor();

    await page.getByRole("button", { name: /^World w/ }).click();
    await page.getByRole("menuitem", { name: "End this world" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "End this world" }).click();
    await page.getByRole("button", { name: "World default" }).waitFor();
  });
});

describe("the form for faults", () => {
  it("adds what the lab offers, with what it matches, and says what the lab refuses", async () => {
    const { page } = await open("");
    const world = await ownWorld(page);
    await page.getByRole("button", { name: "No faults" }).click();
    const form = page.getByRole("dialog");
    await form.getByLabel("What is disturbed").selectOption("notification");
    await form.getByLabel("What happens").selectOption("wrong_signature");
    await form.getByLabel("Topic").fill("questions");
    await form.getByLabel("How often").selectOption("always");
    await form.getByRole("button", { name: "Add a fault" }).click();
    await form.getByText("wrong_signature", { exact: false }).first().waitFor();
    await form.getByLabel("What is disturbed").selectOption("api");
    await form.getByLabel("What happens").selectOption("delay");
    await form.getByLabel("Wait").selectOption("uniform");
    await form.getByLabel("From, in ms").fill("900");
    await form.getByLabel("To, in ms").fill("100");
    await form.getByRole("button", { name: "Add a fault" }).click();
    await page.getByText("min_ms is above max_ms", { exact: false }).first().waitFor();
    await form.getByLabel("To, in ms").fill("1000");
    await form.getByRole("button", { name: "Add a fault" }).click();
    await form.getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: /2 active/ }).waitFor();
    const headers = { "X-Sandbox-World": world };
    const { results } = (await get("/_sandbox/faults", { token: adminToken, headers })).json<{
      results: { match: object; effect: object }[];
    }>();
    expect(results.map(({ match, effect }) => ({ match, effect }))).toEqual([
      { match: { topic: "questions" }, effect: { wrong_signature: true } },
      { match: {}, effect: { delay: { type: "uniform", min_ms: 900, max_ms: 1000 } } },
    ]);
  });
});

describe("applications and tokens", () => {
  it("creates an application with a secret that works, and revokes its tokens", async () => {
    const name = `Made in the console ${randomUUID()}`;
    const { page } = await open("/applications");
    await page.getByRole("button", { name: "New application" }).click();
    const form = page.getByRole("dialog", { name: "New application" });
    await form.getByLabel("Name").fill(name);
    await form.getByRole("button", { name: "Save" }).click();
    await form.getByText("Copy its secret now").waitFor();
    // A click beside it does not lose the secret.
    await page.mouse.click(5, 400);
    const client_id = await shown(form, "client_id");
    const client_secret = await shown(form, "Client secret");
    await form.getByRole("button", { name: "Close" }).click();

    await page.getByLabel("For the application").fill(client_id);
    await page.getByRole("textbox", { name: "Its client secret" }).fill(client_secret);
    await page.getByRole("button", { name: "Get a token" }).click();
    const token = await shown(page.getByRole("main"), "Access token");
    expect((await get("/users/me", { token })).json()).toMatchObject({ id: users.seller_mla.id });

    // Of any application, for any user, who is not asked.
    await page.getByLabel("User", { exact: true }).selectOption({ label: "buyer_mla" });
    await page.getByRole("combobox", { name: "Application" }).fill(client_id);
    await page.getByLabel("Lives for").fill("600");
    await page.getByRole("checkbox", { name: "write" }).first().uncheck();
    await page.getByRole("button", { name: "Make a token" }).click();
    await page.getByText("Scopes: read. It lives for 600 seconds.").waitFor();
    const forms = page.locator("form").filter({ hasText: "New token for any user" });
    const foreign = await shown(forms, "Access token");
    const asBuyer = async () => get("/users/me", { token: foreign });
    expect((await asBuyer()).json()).toMatchObject({ id: users.buyer_mla.id });
    expect(new URL(page.url()).searchParams.get("of")).toBe(String(users.buyer_mla.id));
    await page.getByRole("row", { name }).getByRole("button", { name: "Revoke" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
    await expect.poll(async () => (await asBuyer()).status).toBe(401);
    await page.getByLabel("Tokens of").selectOption({ label: "seller_mla" });
    expect(await forms.getByRole("region", { name: "Access token" }).count()).toBe(0);

    const row = page.getByRole("row", { name }).filter({ hasText: "read" });
    await row.getByRole("button", { name: "Revoke" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
    await expect.poll(async () => (await get("/users/me", { token })).status).toBe(401);
  });
});

describe("triggers and scenarios", () => {
  it("make things happen and show what they did", async () => {
    const { page } = await open("/scenarios?event=question.asked");
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.getByText("question.asked has happened").waitFor();
    expect(await shown(page.getByRole("main"), "What came of it")).toContain("question_id");

    await ownWorld(page);
    await page.getByRole("button", { name: "Run: refresh-race" }).click();
    await page.getByText("went as expected").first().waitFor({ timeout: 60_000 });
  });
});
