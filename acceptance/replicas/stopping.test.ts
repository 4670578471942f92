import { underLoad } from "@marketplace/testkit";
import { expect, test } from "vitest";
import { type Answer, get, post, sendTo } from "../api/api.ts";
import { fixtures, newItem, newUser, users } from "../api/world.ts";
import { documents } from "../invoices/packs.ts";
import type { Running } from "../product/processes.ts";
import { isAlive } from "../product/product.ts";
import { gateways, running, runningNow } from "./running.ts";
import { answeredBy } from "./shares.ts";

const seller = users.seller_mla;
const names = [...new Set(running.map(({ name }) => name))];
/** The first process of a service as it is now: another one takes the place of one that was stopped. */
const firstOf = (name: string): Running | undefined => runningNow().find((one) => one.name === name);

test("stopping one replica of each service under load fails no request, and every process ends", async () => {
  const item = await newItem(await newUser());
  const body = { item_id: item, text: "¿Sigue en venta?" };
  const requests: (() => Promise<Answer>)[] = [
    () => get(`/items/${fixtures.item_active}`, { as: seller }),
    () => get("/sites/MLA/search?q=celular&limit=3", { as: seller }),
    () => post("/questions", { as: users.buyer_mla, body }),
    () => get(`/questions/search?item=${item}&limit=3`, { as: seller }),
    () => get(documents(fixtures.pack_with_pdf), { as: seller }),
    () => get(`/flex/sites/MLA/items/${fixtures.item_flex_on}/v2`, { as: seller }),
    () => get("/users/me", { as: seller }),
  ];
  const outcomes = new Map<string, number>();
  const hammer = (running: () => boolean) => async (request: () => Promise<Answer>, index: number) => {
    while (running()) {
      const { status, text } = await request();
      const outcome = status < 300 ? `${index} answered` : `${index}: ${status} ${text}`;
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
  };
  const stopAll = async () => {
    for (const name of names) {
      const pid = firstOf(name)?.pid;
      // Signals to process 0 go to the own process group.
      if (pid === undefined) throw new Error(`${name} is being replaced`);
      process.kill(pid, "SIGTERM");
      await expect.poll(() => isAlive(pid)).toBe(false);
    }
  };
  await underLoad((running) => requests.map(hammer(running)), stopAll);
  expect([...outcomes.keys()].sort()).toEqual(requests.map((_, index) => `${index} answered`));
});

test("a restarted replica gets its share of the load within seconds", async () => {
  const item = await newItem(await newUser());
  const ask = { path: `/questions/search?item=${item}&limit=1`, as: seller };
  // Another process has replaced the stopped replica.
  const returned = firstOf("questions-service");
  const statuses = new Set<number>();
  const client = async (running: () => boolean) => {
    // The running gateway still has its connections to the other replica.
    while (running()) statuses.add((await sendTo(gateways[1], "GET", ask)).status);
  };
  const share = () => answeredBy(returned ?? { url: "" }, "/questions/search");
  const takesItsShare = async () => {
    await expect.poll(share).toBeGreaterThan(0);
    const before = await share();
    await expect.poll(share).toBeGreaterThan(before + 50);
  };
  await underLoad((running) => Array.from({ length: 4 }, () => client(running)), takesItsShare);
  expect([...statuses]).toEqual([200]);
});
