import { afterAll, beforeEach, describe, expect, inject, test } from "vitest";
import { movedClock } from "../faults/moved-clock.ts";
import { startReceiver } from "../notifications/receiver.ts";
import { itemLike, type Model } from "../product/items.ts";
import { ask, spend } from "./ask.ts";

const { base, sandbox, perMinute, folder } = inject("surrounded");
const clock = movedClock(folder);
const { seller_mla, buyer_mla } = sandbox.users;
afterAll(() => clock.offset(0));

const as = ({ access_token }: { access_token: string }) => ({ Authorization: `Bearer ${access_token}` });
const json = { "Content-Type": "application/json" };
const within = (timeout: number) => ({ timeout, interval: 1_000 });

async function change<T>(
  method: "POST" | "PUT",
  path: string,
  details: { by: typeof seller_mla; body: unknown },
) {
  const { by, body } = details;
  const headers = { ...json, ...as(by) };
  const answer = await fetch(`${base}${path}`, { method, headers, body: JSON.stringify(body) });
  expect([path, answer.status]).toEqual([path, expect.toBeOneOf([200, 201])]);
  return (await answer.json()) as T;
}

async function read<T>(path: string): Promise<T> {
  const answer = await ask(`${base}${path}`, { headers: as(seller_mla) });
  expect([path, answer.status]).toEqual([path, 200]);
  return JSON.parse(answer.body);
}

/** Sets the clock and waits until the product shows the new time. */
async function set(hours: number): Promise<void> {
  clock.offset(hours);
  const away = async () => {
    const { headers } = await ask(`${base}/livez`);
    return Math.abs((Date.parse(headers.date ?? "") - Date.now()) / 3_600_000 - hours);
  };
  await expect.poll(away, within(30_000)).toBeLessThan(0.1);
}

/** The number of active items that a category shows. */
const itemsIn = async (category: string) =>
  (await read<{ total_items_in_this_category: number }>(`/categories/${category}`))
    .total_items_in_this_category;

describe.each([
  ["back", -3],
  ["forward", 3],
])("while the clock is set %s by hours", (_, hours) => {
  beforeEach(() => set(0));

  test.each([
    ["an unknown client", { "X-Forwarded-For": `203.0.113.${20 + hours}` }, 403],
    ["an application", as(seller_mla), 200],
  ])("%s that used up its requests waits no longer than it was told", async (_, headers, status) => {
    const asking = () => ask(`${base}/users/me`, { headers });
    const refused = await spend(perMinute, asking);
    expect(Number(refused.headers["retry-after"])).toBe(1);
    await set(hours);
    await expect.poll(async () => (await asking()).status, within(30_000)).toBe(status);
  });

  test("the items of a category are counted at most a minute later", async () => {
    const model = await read<Model>(`/items/${sandbox.fixtures.item_active}`);
    const before = await itemsIn(model.category_id);
    await set(hours);
    await change("POST", "/items", { by: seller_mla, body: itemLike(model) });
    await expect.poll(() => itemsIn(model.category_id), within(90_000)).toBe(before + 1);
  });

  test("a refused notification is repeated within its delay", async () => {
    let status = 503;
    const receiver = await startReceiver(() => status);
    const body = { callback_url: receiver.url, topics: ["questions"] };
    await change("PUT", `/applications/${sandbox.applications.default.id}`, { by: seller_mla, body });
    const question = { item_id: sandbox.fixtures.item_active, text: `¿Tiene garantía de fábrica? ${hours}` };
    const { id } = await change<{ id: number }>("POST", "/questions", { by: buyer_mla, body: question });
    const arrived = () => receiver.of(`/questions/${id}`).length;
    await expect.poll(arrived, within(60_000)).toBeGreaterThan(0);
    const refused = arrived();
    await set(hours);
    status = 200;
    await expect.poll(arrived, within(120_000)).toBeGreaterThan(refused);
    await receiver.close();
  });
});
