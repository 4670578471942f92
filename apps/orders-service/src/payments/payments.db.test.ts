import { platformTimestamp } from "@marketplace/conventions";
import { conforms, expectProblem } from "@marketplace/testkit";
import { expect, it } from "vitest";
import { buyer, ids, operator, ordersService, seller, stranger } from "../orders.fixture.ts";
import { payments } from "./payments.resource.ts";

const { http, sale, clock, deps } = await ordersService();
const newPaymentId = async () => {
  const { orderId } = await sale({ saleFee: 10, title: "Cafetera", quantity: 2 }, { packed: false });
  const [payment] = await deps.payments.ofOrders([orderId]);
  return { orderId, id: payment?.id ?? 0 };
};
const paths = ["payments", "collections", "v1/payments"];

it("a payment is read by its payer, its collector and operators, under each of its paths", async () => {
  const { id, orderId } = await newPaymentId();
  const now = platformTimestamp(clock.now());
  for (const path of paths)
    for (const as of [buyer, seller, operator])
      expect((await http.get(`/${path}/${id}`, { as })).json()).toMatchObject({
        id,
        reason: "Cafetera",
        order_id: String(orderId),
        external_reference: String(orderId),
        date_approved: now,
        money_release_date: platformTimestamp(new Date(clock.now().getTime() + 28 * 86_400_000)),
        transaction_amount: 201,
        marketplace_fee: 20,
        net_received_amount: 181,
        amount_refunded: 0,
        refunds: [],
        released: "no",
        marketplace: "MELI",
        collector_id: ids.seller,
        payer: { id: ids.buyer, email: `user${ids.buyer}@marketplace.example` },
      });
});

it("a notification's receiver gets it wrapped", async () => {
  const { id } = await newPaymentId();
  const plain = await http.get(`/collections/${id}`, { as: seller });
  const wrapped = await http.get(`/collections/notifications/${id}`, { as: seller });
  expect(wrapped.json()).toEqual({ collection: plain.json() });
});

it("the seller has the money 28 days after the approval", async () => {
  const { id } = await newPaymentId();
  clock.advance(28 * 86_400_000);
  expect((await http.get(`/payments/${id}`, { as: seller })).json()).toMatchObject({ released: "yes" });
});

it.each([...paths, "collections/notifications"])("/%s refuses strangers and unknown ids", async (path) => {
  const { id } = await newPaymentId();
  expectProblem(await http.get(`/${path}/${id}`, { as: stranger }), 403, "forbidden");
  expectProblem(await http.get(`/${path}/5300999999`, { as: buyer }), 404, "not_found");
  expectProblem(await http.get(`/${path}/abc`, { as: buyer }), 400, "bad_request");
});

let shared: ReturnType<typeof newPaymentId> | undefined;
const example = async () => {
  shared ??= newPaymentId();
  return { params: { id: (await shared).id } };
};
conforms(payments, {
  http,
  as: buyer,
  examples: {
    getPayment: example,
    getCollection: example,
    getPaymentV1: example,
    getNotifiedPayment: example,
    movePayment: async () => ({
      params: { id: (await newPaymentId()).id },
      body: { status: "refunded" },
    }),
    refundPayment: async () => ({
      params: { id: (await newPaymentId()).id },
      body: { amount: 1 },
      as: seller,
    }),
  },
});
