import { platformTimestamp } from "@marketplace/conventions";
import { expect, it } from "vitest";
import { buyer, ids, ordersService, seller } from "../orders.fixture.ts";
import type { OrderWire } from "./orders.schema.ts";

const { http, clock, catalog } = await ordersService();

async function bought(body: object): Promise<OrderWire[]> {
  const answer = await http.post("/orders", { as: buyer, body });
  if (answer.status !== 201) throw new Error(`the purchase failed: ${answer.text}`);
  return answer.json<{ orders: OrderWire[] }>().orders;
}
async function readAs(as: typeof buyer, id: number | undefined): Promise<OrderWire> {
  return (await http.get(`/orders/${id}`, { as })).json<OrderWire>();
}

it("an order is read as it was answered when it was made, by both sides", async () => {
  const [made] = await bought({ items: [{ id: "MLA104", quantity: 2 }] });
  expect(made?.shipping.id).toEqual(expect.any(Number));
  for (const as of [buyer, seller]) expect(await readAs(as, made?.id)).toEqual(made);
});

it("shows the item as it was sold, amounts, people and dates", async () => {
  const now = platformTimestamp(clock.now());
  const [made] = await bought({ items: [{ id: "MLA104", quantity: 3 }] });
  // The seller changes the item later.
  const item = (await catalog.items({ ids: ["MLA104"] }))[0];
  if (item) item.title = "Otra cosa";
  expect(await readAs(buyer, made?.id)).toMatchObject({
    status: "paid",
    date_created: now,
    date_closed: now,
    expiration_date: platformTimestamp(new Date(clock.now().getTime() + 28 * 86_400_000)),
    currency_id: "ARS",
    total_amount: 301.5,
    paid_amount: 6301.5,
    shipping_cost: 6000,
    tags: ["paid", "not_delivered", "test_order"],
    context: { channel: "marketplace", site: "MLA", flows: [] },
    seller: { id: ids.seller, nickname: `USER${ids.seller}` },
    buyer: {
      id: ids.buyer,
      nickname: `USER${ids.buyer}`,
      first_name: "Ana",
      last_name: "Paz",
      billing_info: { id: String(ids.buyer), doc_type: "DNI", doc_number: "23456789" },
    },
    cancel_detail: null,
    order_items: [
      {
        item: { id: "MLA104", title: "Cafetera", seller_sku: "sku 104", seller_custom_field: "own 104" },
        quantity: 3,
        unit_price: 100.5,
        full_unit_price: 100.5,
        gross_price: 301.5,
        sale_fee: 213.07,
        element_id: null,
      },
    ],
    payments: [
      {
        order_id: made?.id,
        payer_id: ids.buyer,
        collector: { id: ids.seller },
        status: "approved",
        status_detail: "accredited",
        payment_method_id: "account_money",
        installments: 1,
        transaction_amount: 301.5,
        shipping_cost: 6000,
        total_paid_amount: 6301.5,
        marketplace_fee: 639.21,
        available_actions: ["refund"],
        date_approved: now,
      },
    ],
  });
  if (item) item.title = "Cafetera";
});

it("a variation's own SKU and custom field count, and the two never mix", async () => {
  const [made] = await bought({ items: [{ id: "MLA106", variation_id: 1, quantity: 1 }] });
  expect(made?.order_items[0]?.item).toMatchObject({
    variation_id: 1,
    variation_attributes: [{ id: "COLOR", name: "Color", value_id: null, value_name: "Color 1" }],
    seller_sku: "sku of 1",
    seller_custom_field: "own 106",
  });
});

it("orders of a pack have their places, and the first carries the cost of their shipment", async () => {
  const made = await bought({ items: ["MLA100", "MLA104"].map((id) => ({ id, quantity: 1 })) });
  for (const { id } of made) {
    const read = await readAs(seller, id);
    expect(read).toEqual(made.find((order) => order.id === id));
    expect(read).toMatchObject({ shipping_cost: null, shipping: { id: made[0]?.shipping.id } });
  }
  expect(made.map(({ order_items }) => order_items[0]?.element_id)).toEqual([1, 2]);
  expect(made.map(({ payments }) => payments[0]?.shipping_cost)).toEqual([6000, 0]);
  expect(made.every(({ tags }) => tags.includes("pack_order"))).toBe(true);
  const pack = await http.get(`/packs/${made[0]?.pack_id}`, { as: buyer });
  expect(pack.json()).toEqual({
    id: made[0]?.pack_id,
    status: "released",
    status_detail: null,
    shipment: { id: made[0]?.shipping.id },
    orders: made.map(({ id }) => ({ id })),
    buyer: { id: ids.buyer },
    site_id: "MLA",
    seller_id: ids.seller,
    buyer_id: ids.buyer,
    date_created: made[0]?.date_created,
    last_updated: made[0]?.last_updated,
  });
});

it("what the parties agree about has no shipment", async () => {
  const [made] = await bought({ items: [{ id: "MLA107", quantity: 1 }] });
  expect(made).toMatchObject({ shipping: { id: null }, shipping_cost: 0 });
  expect(made?.tags).toContain("no_shipping");
});

const unpaid = [
  ["pending", "payment_required", "pending_waiting_payment"],
  ["in_process", "payment_in_process", "pending_contingency"],
  ["rejected", "payment_required", "cc_rejected_other_reason"],
] as const;
it.each(unpaid)(
  "with a payment that is %s an order is %s and has no shipment",
  async (status, of, detail) => {
    const before = catalog.stockOf("MLA100") ?? 0;
    const [made] = await bought({ items: [{ id: "MLA100", quantity: 1 }], payment: { status } });
    expect(made).toMatchObject({
      status: of,
      date_closed: null,
      paid_amount: 0,
      shipping: { id: null },
      payments: [{ status, status_detail: detail, date_approved: null, available_actions: [] }],
    });
    expect(made?.tags).toContain("not_paid");
    expect(catalog.stockOf("MLA100")).toBe(before - 1);
    const pack = await http.get(`/packs/${made?.id}`, { as: buyer });
    expect(pack.json()).toMatchObject({ status: "pending", shipment: null });
  },
);

it("without a payment an order is confirmed", async () => {
  const [made] = await bought({ items: [{ id: "MLA100", quantity: 1 }], payment: { status: "none" } });
  expect(made).toMatchObject({ status: "confirmed", payments: [], shipping: { id: null } });
});
