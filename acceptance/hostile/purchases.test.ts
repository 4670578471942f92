import { expect, test } from "vitest";
import { buy, expectServed, listed, newItem, readingBeside, sixty, stockOf } from "./sales.ts";
import { expectWellAfterwards } from "./vitals.ts";

expectWellAfterwards();

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
