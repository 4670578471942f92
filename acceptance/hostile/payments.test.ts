import { expect, test } from "vitest";
import { sendTo } from "../api/api.ts";
import { expectServed, newItem, readingBeside, sixty, stockOf } from "./sales.ts";
import { base, users } from "./sockets.ts";
import { expectWellAfterwards } from "./vitals.ts";

expectWellAfterwards();

interface Order {
  id: number;
  status: string;
  paid_amount: number;
  payments: { id: number; status: string; total_paid_amount: number; transaction_amount_refunded: number }[];
}

const ask = (method: "POST" | "PUT", path: string, { as = users.buyer_mla, body = {} } = {}) =>
  sendTo(base, method, { path, as, body });

/** An order of one piece of an item that has five. */
async function newOrder(status: string): Promise<{ item: string; order: Order }> {
  const item = await newItem(5);
  const body = { items: [{ id: item, quantity: 1 }], payment: { status } };
  const answer = await ask("POST", "/orders", { body });
  expect({ status: answer.status, text: answer.text }).toEqual({ status: 201, text: expect.any(String) });
  const [order] = answer.json<{ orders: Order[] }>().orders;
  if (!order) throw new Error("nothing was bought");
  return { item, order };
}
const read = async (id: number): Promise<Order> =>
  (await sendTo(base, "GET", { path: `/orders/${id}`, as: users.buyer_mla })).json<Order>();
const countOf = (answers: readonly { status: number }[], status: number): number =>
  answers.filter((answer) => answer.status === status).length;

test("sixty payments of one order at once pay it once", async () => {
  const { order } = await newOrder("none");
  const paid = Promise.all(sixty.map(() => ask("POST", `/orders/${order.id}/payments`)));
  const beside = await readingBeside(paid);
  const answers = await paid;
  expect([countOf(answers, 201), countOf(answers, 400)]).toEqual([1, 59]);
  expect(await read(order.id)).toMatchObject({ status: "paid", payments: [{ status: "approved" }] });
  expectServed(beside);
});

test("sixty refunds of one payment at once give it back once, with its piece", async () => {
  const { item, order } = await newOrder("approved");
  const path = `/payments/${order.payments[0]?.id}/refunds`;
  const given = Promise.all(sixty.map(() => ask("POST", path, { as: users.seller_mla })));
  const beside = await readingBeside(given);
  const answers = await given;
  expect([countOf(answers, 201), countOf(answers, 400)]).toEqual([1, 59]);
  const after = await read(order.id);
  expect(after).toMatchObject({ status: "cancelled", paid_amount: 0 });
  const [payment] = after.payments;
  expect(payment?.transaction_amount_refunded).toBe(payment?.total_paid_amount);
  expect(await stockOf(item)).toBe(5);
  expectServed(beside);
});

test("of payments and cancellations at once an order is canceled, whole, and its piece comes back", async () => {
  const { item, order } = await newOrder("pending");
  const body = { status: "approved" };
  const all = Promise.all(
    sixty.map((n) =>
      n % 2
        ? ask("PUT", `/payments/${order.payments[0]?.id}`, { body })
        : ask("PUT", `/orders/${order.id}`, {
            as: n % 4 ? users.seller_mla : users.buyer_mla,
            body: { status: "cancelled" },
          }),
    ),
  );
  const beside = await readingBeside(all);
  expect((await all).filter(({ status }) => status >= 500)).toEqual([]);
  expect(await read(order.id)).toMatchObject({ status: "cancelled", paid_amount: 0 });
  expect(await stockOf(item)).toBe(5);
  expectServed(beside);
});

test.each([
  { amount: -1 },
  { amount: 0 },
  { amount: 1e308 },
  { amount: 0.001 },
  { amount: "1" },
  { amount: null },
  { amount: 1, __proto__: { status: "approved" }, extra: true },
  [],
])("an amount that is none is refused, and nothing is paid (%j)", async (body) => {
  const { order } = await newOrder("none");
  const answer = await ask("POST", `/orders/${order.id}/payments`, { body });
  expect(answer.status).toBe(400);
  expect(await read(order.id)).toMatchObject({ status: "confirmed", payments: [] });
});
