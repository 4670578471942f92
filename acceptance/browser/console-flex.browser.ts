import { describe, expect, it } from "vitest";
import { get, put } from "../api/api.ts";
import { newItem, newUser, type Person } from "../api/world.ts";
import { activateFlex, flexPaths, type Subscription } from "../flex/flex.ts";
import { opened } from "./browser.ts";
import { expectAccessible } from "./console.ts";
import { consolePages } from "./console-pages.ts";

const { page: visit } = opened();
const openAs = consolePages(visit);

async function newSeller(): Promise<Person> {
  const seller = await newUser();
  await newItem(seller);
  return seller;
}

describe("a subscription to Flex", () => {
  it("is joined, activated, left after asking, and applied for again", async () => {
    const seller = await newSeller();
    const page = await openAs(seller, "/flex");
    const subscription = page.getByRole("region", { name: "Subscription" });
    const statuses = async () => {
      const answer = await get(flexPaths(seller.id).subscriptions, { as: seller });
      return answer.json<Subscription[]>().map(({ mode, status }) => [mode, status.id]);
    };
    await page.getByText("You deliver nothing yourself yet.").waitFor();
    await page.getByRole("button", { name: "Join FLEX" }).click();
    await subscription.getByText("pending", { exact: true }).waitFor();
    await subscription.getByRole("button", { name: "Activate" }).click();
    await subscription.getByText("active", { exact: true }).waitFor();
    expect(await statuses()).toEqual([["FLEX", "in"]]);
    await subscription.getByRole("button", { name: "Leave" }).click();
    await page.getByRole("dialog", { name: "Leave" }).getByRole("button", { name: "Leave" }).click();
    await subscription.getByText("inactive", { exact: true }).waitFor();
    await subscription.getByRole("button", { name: "Apply again" }).click();
    await subscription.getByText("pending", { exact: true }).waitFor();
    expect(await statuses()).toEqual([["FLEX", "pending"]]);
  });
});

describe("a zone", () => {
  it("shows price and scope, and gets a cutoff of its own, which is said before it is saved", async () => {
    const seller = await newSeller();
    const service = await activateFlex(seller);
    const page = await openAs(seller, "/flex");
    const row = page.getByRole("listitem").filter({ hasText: "Caballito" });
    await row.getByText(/\$ [\d.,]+ · (city|surroundings)/).waitFor();
    await row.getByRole("checkbox").click();
    await row.getByRole("combobox", { name: "Cutoff: Caballito" }).selectOption("10");
    await page.getByText("Caballito: added, own cutoff 10 h").waitFor();
    await page.getByRole("button", { name: "Save" }).click();
    await row.getByText("in force: 10 h").waitFor();
    await page.reload();
    await expect.poll(() => row.getByRole("combobox").inputValue()).toBe("10");
    const coverage = await get(flexPaths(seller.id).coverage(service), { as: seller });
    const { zones } = coverage.json<{ zones: { cutoff: { week: number } | null }[] }>();
    expect(zones.map(({ cutoff }) => cutoff?.week)).toContain(10);
    await expectAccessible(page);
  });
});

describe("a draft of zones", () => {
  it("stays when hours are changed elsewhere, and cannot be saved by a user who has left", async () => {
    const seller = await newSeller();
    const service = await activateFlex(seller);
    const page = await openAs(seller, "/flex");
    const row = page.getByRole("listitem").filter({ hasText: "Caballito" });
    await row.getByRole("checkbox").click();
    const hours = {
      delivery_window: "same_day",
      delivery_ranges: { week: [{ from: 10, to: 20, cutoff: 13, capacity: 20 }] },
    };
    const paths = flexPaths(seller.id);
    expect((await put(paths.delivery(service), { as: seller, body: hours })).status).toBe(200);
    await page.getByRole("button", { name: "Leave" }).click();
    await page.getByRole("dialog", { name: "Leave" }).getByRole("button", { name: "Leave" }).click();
    await page.getByText("inactive", { exact: true }).waitFor();
    await page.getByText("in force: 13 h").first().waitFor();
    await page.getByText("Caballito: added").waitFor();
    await page.getByText("You have left: apply again to change this.").waitFor();
    expect(await page.getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
  });
});

describe("the holidays of an address", () => {
  it("are listed by day, with whether the seller delivers on them", async () => {
    const seller = await newSeller();
    await activateFlex(seller);
    const page = await openAs(seller, "/flex?tab=holidays");
    const days = page.getByRole("table", { name: "Holidays" }).getByRole("row");
    await days.first().waitFor();
    // With the day of the week, such as "Fri, Dec 25, 2026".
    await expect.poll(() => days.first().textContent()).toMatch(/^\w{3}, \w{3} \d+, \d{4}/);
    await expectAccessible(page);
  });
});
