import type { Row } from "./row.ts";
import { item, newOrder, once, pack, purchase } from "./things.ts";

const order = once(async () => (await purchase(await item())).orders[0]?.id);
const bought = once(pack);

const payment = once(async () => (await purchase(await item())).orders[0]?.payments[0]?.id);

/** Orders and packs are for their parties and operators (spec: commerce.md 1.6). */
const parties = { buyer: "200", seller: "200", operator: "200", else: "403 not_owned_order" } as const;
const payers = { ...parties, else: "403 forbidden" } as const;

const lists = [
  "/orders/search",
  "/orders/search/recent",
  "/orders/search/archived",
  "/orders/search/pending",
] as const;

const paymentReads = [
  "/payments/{id}",
  "/collections/{id}",
  "/v1/payments/{id}",
  "/collections/notifications/{id}",
] as const;

export const ordersRows: readonly Row[] = [
  {
    route: "GET /orders/{id}",
    refusal: "read",
    roles: parties,
    call: async () => ({ path: `/orders/${await order()}` }),
  },
  {
    route: "POST /orders",
    refusal: "write",
    // Sellers cannot buy from themselves.
    roles: { else: "201", seller: "403 forbidden" },
    call: async () => ({ path: "/orders", body: { items: [{ id: await item(), quantity: 1 }] } }),
  },
  {
    route: "GET /packs/{id}",
    refusal: "read",
    roles: parties,
    call: async () => ({ path: `/packs/${await bought()}` }),
  },
  ...["discounts", "product"].map(
    (part): Row => ({
      route: `GET /orders/{id}/${part}`,
      refusal: "read",
      roles: parties,
      call: async () => ({ path: `/orders/${await order()}/${part}` }),
    }),
  ),
  // Everybody has a list of their own.
  ...lists.map(
    (path): Row => ({
      route: `GET ${path}`,
      refusal: "read",
      roles: { else: "200" },
      call: () => ({ path }),
    }),
  ),
  ...paymentReads.map(
    (path): Row => ({
      route: `GET ${path}`,
      refusal: "read",
      roles: payers,
      call: async () => ({ path: path.replace("{id}", String(await payment())) }),
    }),
  ),
  {
    route: "PUT /orders/{id}",
    refusal: "write",
    // Operators read orders but are no parties of them.
    roles: { buyer: "200", seller: "200", operator: "403 forbidden", else: "403 not_owned_order" },
    call: async () => ({
      path: `/orders/${(await newOrder()).id}`,
      body: { status: "cancelled" },
    }),
  },
  {
    route: "POST /orders/{id}/payments",
    refusal: "write",
    roles: { buyer: "201", seller: "403 forbidden", operator: "403 forbidden", else: "403 not_owned_order" },
    call: async () => ({ path: `/orders/${(await newOrder("none")).id}/payments`, body: {} }),
  },
  {
    route: "PUT /payments/{id}",
    refusal: "write",
    roles: { buyer: "200", operator: "200", else: "403 forbidden" },
    call: async () => ({
      path: `/payments/${(await newOrder("pending")).payments[0]?.id}`,
      body: { status: "approved" },
    }),
  },
  {
    route: "POST /payments/{id}/refunds",
    refusal: "write",
    roles: { seller: "201", else: "403 forbidden" },
    call: async () => ({ path: `/payments/${(await newOrder()).payments[0]?.id}/refunds`, body: {} }),
  },
];
