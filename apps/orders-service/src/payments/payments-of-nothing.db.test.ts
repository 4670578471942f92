import { expectProblem } from "@marketplace/testkit";
import { expect, it } from "vitest";
import { lifeOf } from "../orders/order-life.fixture.ts";
import { buyer, operator, ordersService, seller } from "../orders.fixture.ts";

const service = await ordersService();
const { deps, http, sale } = service;
const life = lifeOf(service);

/** An order of an item without a price, as earlier releases sold them. */
const soldForNothing = async () => {
  const { orderId: id } = await sale({ unitPrice: 0, noShipping: true }, { packed: false });
  const [payment] = await deps.payments.ofOrders([id]);
  return { id, payment: payment?.id ?? 0 };
};

type Sold = Awaited<ReturnType<typeof soldForNothing>>;
const ends: [string, string, (sold: Sold) => Promise<{ status: number }>][] = [
  ["canceled", "cancelled", ({ id }) => life.cancel(buyer, id)],
  ["given back", "cancelled", ({ payment }) => life.move(buyer, payment, { status: "refunded" })],
  ["a fraud", "invalid", ({ id }) => life.change(operator, id, { status: "invalid" })],
];

it.each(ends)("an order of 0 can be %s, without a refund", async (_, status, end) => {
  const sold = await soldForNothing();
  expect((await end(sold)).status).toBe(200);
  expect(await life.read(sold.id)).toMatchObject({ status, payments: [{ status: "refunded" }] });
  expect((await http.get(`/payments/${sold.payment}`, { as: buyer })).json()).toMatchObject({ refunds: [] });
});

it("an order of 0 can be one that its seller did not fulfill", async () => {
  const { id } = await soldForNothing();
  const body = { fulfilled: false, rating: "neutral", reason: "OUT_OF_STOCK" };
  expect((await http.post(`/orders/${id}/feedback`, { as: seller, body })).status).toBe(201);
  expect(await life.read(id)).toMatchObject({ status: "confirmed", payments: [{ status: "refunded" }] });
});

it("a payment of 0 cannot be refunded", async () => {
  const { id, payment } = await soldForNothing();
  const answer = await life.refund(seller, payment, {});
  expectProblem(answer, 400, "bad_request", `Payment ${payment} is of 0: there is nothing to give back`);
  expect(await life.read(id)).toMatchObject({ status: "paid", payments: [{ status: "approved" }] });
});
