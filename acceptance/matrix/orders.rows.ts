import type { Row } from "./row.ts";
import { item, once, pack, purchase } from "./things.ts";

const order = once(async () => (await purchase(await item())).orders[0]?.id);
const bought = once(pack);

/** Strangers get 404 for orders and packs (decisions 5.1). */
const parties = { buyer: "200", seller: "200", else: "404 not_found" } as const;

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
];
