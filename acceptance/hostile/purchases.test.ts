import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { sendTo } from "../api/api.ts";
import { itemLike, type Model } from "../product/items.ts";
import { base, fixtures, users } from "./sockets.ts";
import { expectWellAfterwards } from "./vitals.ts";

expectWellAfterwards();

const sixty = Array.from({ length: 60 }, (_, n) => n);

/** Requests of other files may have put categories below those of the demo, where items are refused then. */
async function newCategory(): Promise<string> {
  const body = { site_id: "MLA", name: `Compras ${randomUUID()}` };
  const answer = await sendTo(base, "POST", { as: users.operator, path: "/categories", body });
  expect({ status: answer.status, text: answer.text }).toEqual({ status: 201, text: expect.any(String) });
  return answer.json<{ id: string }>().id;
}

async function newItem(available_quantity: number): Promise<string> {
  return (await listed({ available_quantity })).id;
}

interface Listed {
  id: string;
  variations: { id: number; available_quantity: number }[];
}

async function listed(fields: Record<string, unknown>): Promise<Listed> {
  const as = users.seller_mla;
  const model = await sendTo(base, "GET", { as, path: `/items/${fixtures.item_active}` });
  const change = { ...fields, category_id: await newCategory(), attributes: [] };
  const body = itemLike(model.json<Model>(), change);
  const answer = await sendTo(base, "POST", { as, path: "/items", body });
  expect({ status: answer.status, text: answer.text }).toEqual({ status: 201, text: expect.any(String) });
  return answer.json<Listed>();
}

const stockOf = async (id: string): Promise<number> => {
  const answer = await sendTo(base, "GET", { as: users.seller_mla, path: `/items/${id}` });
  return answer.json<{ available_quantity: number }>().available_quantity;
};
const buy = (id: string, key: string, variation_id?: number) =>
  sendTo(base, "POST", {
    path: "/orders",
    as: users.buyer_mla,
    body: { items: [{ id, variation_id, quantity: 1 }] },
    headers: { "Idempotency-Key": key },
  });

/** Reads of another user until the work ends: statuses, and latencies in milliseconds. */
async function readingBeside(work: Promise<unknown>) {
  let over = false;
  const ended = () => {
    over = true;
  };
  work.then(ended, ended);
  const paths = [
    `/packs/${fixtures.pack_seller2}`,
    `/items/${fixtures.item_seller2}`,
    "/users/me",
    "/questions/search?seller_id=me",
  ];
  const statuses = new Set<number>();
  const times: number[] = [];
  for (let n = 0; !over; n++) {
    const startedAt = performance.now();
    const { status } = await sendTo(base, "GET", {
      as: users.seller2_mla,
      path: paths[n % paths.length] ?? "",
    });
    times.push(performance.now() - startedAt);
    statuses.add(status);
  }
  return { statuses, times };
}

/** Readers behind a blocking purchase waited for ten seconds and were refused then. */
const longestMs = 5_000;

function expectServed({ statuses, times }: Awaited<ReturnType<typeof readingBeside>>): void {
  expect([...statuses].filter((status) => status >= 500)).toEqual([]);
  expect(Math.max(...times)).toBeLessThan(longestMs);
}

test("sixty keyed purchases at once are made while stock lasts, and others are served meanwhile", async () => {
  const item = await newItem(50);
  const bought = Promise.all(sixty.map((n) => buy(item, `at-once-${item}-${n}`)));
  const beside = await readingBeside(bought);
  const statuses = (await bought).map(({ status }) => status).toSorted();
  expect(statuses).toEqual([...Array<number>(50).fill(201), ...Array<number>(10).fill(409)]);
  expect(await stockOf(item)).toBe(0);
  expectServed(beside);
});

test("sixty repetitions of one purchase at once are one, whose answer all get", async () => {
  const item = await newItem(50);
  const bought = Promise.all(sixty.map(() => buy(item, `repeated-${item}`)));
  const beside = await readingBeside(bought);
  const answers = await bought;
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(answers.filter(({ headers }) => headers.get("idempotent-replayed") === "true")).toHaveLength(59);
  expect(await stockOf(item)).toBe(49);
  expectServed(beside);
});

test("the last piece of a variation makes one order of fifty buyers at once", async () => {
  const variations = [1, 5].map((available_quantity) => ({
    attribute_combinations: [{ name: "Color propio", value_name: `Color ${available_quantity}` }],
    available_quantity,
  }));
  const { id, variations: made } = await listed({ variations, available_quantity: undefined });
  const last = made.find(({ available_quantity }) => available_quantity === 1)?.id;
  const fifty = sixty.slice(0, 50);
  const answers = await Promise.all(fifty.map((n) => buy(id, `variation-${id}-${n}`, last)));
  const statuses = answers.map(({ status }) => status).toSorted();
  expect(statuses).toEqual([201, ...Array<number>(49).fill(409)]);
  const sold = answers.find(({ status }) => status === 201);
  expect(sold?.json()).toMatchObject({ orders: [{ items: [{ id, variation_id: last }] }] });
  expect(await stockOf(id)).toBe(5);
});
