import { describe, expect, it, onTestFinished } from "vitest";
import { post, remove } from "../api/api.ts";
import { adminToken, newUser, type Person } from "../api/world.ts";
import { newSale } from "../invoices/packs.ts";
import { opened } from "./browser.ts";
import { consolePages } from "./console-pages.ts";

const { page: visit } = opened();
const openAs = consolePages(visit);

/** Disturbs what a user asks of orders until the test ends; returns what ends it before. */
async function disturb(user: Person, fault: { target: string; effect: object }): Promise<() => unknown> {
  const id = `orders-of-${user.id}`;
  const body = { id, ...fault, match: { user_id: user.id, path: "/orders/**" }, ttl_seconds: 300 };
  expect((await post("/_sandbox/faults", { token: adminToken, body })).status).toBe(201);
  const end = () => remove(`/_sandbox/faults/${id}`, { token: adminToken });
  onTestFinished(async () => void (await end()));
  return end;
}

/** So slow that a browser on a busy machine sees the wait. */
const slow = { target: "api", effect: { delay: { type: "fixed", ms: 8_000 } } };
const away = { target: "database", effect: { unavailable: true } };

describe("a service that is slow", () => {
  it("is waited for in sight, while every other page works", async () => {
    const user = await newUser();
    await disturb(user, slow);
    const page = await openAs(user, "/questions");
    await page.getByRole("link", { name: "Orders", exact: true }).click();
    await page.getByRole("status", { name: "Loading" }).waitFor();
    await page.getByRole("link", { name: "Catalog", exact: true }).click();
    await page.getByLabel("Title of an item").fill("celular");
    await page.goBack();
    await page.getByText("No orders that fit.").waitFor();
    expect(await page.getByRole("status", { name: "Loading" }).count()).toBe(0);
  });

  it("leaves the rows of the filter before in sight, as such, until those of the new one are there", async () => {
    const { seller } = await newSale();
    const page = await openAs(seller, "/orders");
    await page.getByRole("table", { name: "Orders" }).waitFor();
    await disturb(seller, slow);
    await page.getByLabel("Status", { exact: true }).selectOption("cancelled");
    const former = page.locator("main [aria-busy=true]");
    await former.getByRole("table", { name: "Orders" }).waitFor();
    await page.getByText("No orders that fit.").waitFor();
    expect(await former.count()).toBe(0);
  });
});

describe("a service whose database is away", () => {
  it("is shown in the API's own words, and asked again by a button", async () => {
    const { seller } = await newSale();
    const end = await disturb(seller, away);
    const page = await openAs(seller, "/orders");
    const problem = page.getByRole("alert").filter({ hasText: "503 service_unavailable" });
    await problem.waitFor();
    await page.getByRole("link", { name: "Catalog", exact: true }).click();
    await page.getByRole("heading", { name: "Catalog", level: 1 }).waitFor();
    await page.goBack();
    await problem.waitFor();
    await end();
    await problem.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("table", { name: "Orders" }).waitFor();
  });
});
