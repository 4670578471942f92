import { idParam } from "@marketplace/conventions";
import { siteOfItem } from "@marketplace/database";
import { z } from "zod";
import { operation, resource } from "../kit.ts";
import { readable } from "../packs/packs.policy.ts";
import { invalidOrderId, problems } from "../problems.ts";
import { repeatable, saleRows } from "../sharding/rows.ts";
import { orderCommands } from "./order-commands.resource.ts";
import { Order } from "./orders.schema.ts";
import { readOrder } from "./orders-wire.service.ts";
import { Purchase, purchaseBody, purchaseWire } from "./purchases.schema.ts";
import { buy, complete, partiesOf } from "./purchases.service.ts";
import { createShipments } from "./shipments.service.ts";

const none = z.array(z.never());

/** What orders of the public API may have and orders here do not. */
const emptyParts = [
  {
    id: "getOrderDiscounts",
    part: "discounts",
    shape: z.object({ details: none.describe("Always empty") }).meta({ id: "OrderDiscounts" }),
  },
  {
    id: "getOrderProduct",
    part: "product",
    shape: z.object({ attributes: none.describe("Always empty") }).meta({ id: "OrderProduct" }),
  },
] as const;

/** Orders: what buyers bought from sellers. */
export const orders = resource({
  name: "Orders",
  description: "Items that buyers bought, each as an order of its own",
  fields: Order,
  related: ["/packs", "/items", "/shipments", "/users"],
  connections: {
    pack_id: "/packs/{id}",
    seller_id: "/users/{id}",
    buyer_id: "/users/{id}",
    shipment_id: "/shipments/{id}",
  },
  operations: [
    operation({
      id: "getOrder",
      method: "GET",
      path: "/orders/{id}",
      summary: "Reads an order; only its parties and operators see it",
      example: "/orders/4600000001",
      params: { id: idParam().describe("Order id") },
      response: Order,
      errors: [problems.order_not_found, problems.invalid_order_id, problems.not_owned_order],
      problems: { invalid: invalidOrderId },
      site: ({ params }) => repeatable(saleRows(params.id)),
      async handle({ params, caller }, deps) {
        return readOrder(deps, readable(await deps.orders.find(params.id), caller));
      },
    }),
    ...emptyParts.map(({ id, part, shape }) =>
      operation({
        id,
        method: "GET",
        path: `/orders/{id}/${part}`,
        summary: `Reads the ${part} of an order; there are none here`,
        example: `/orders/4600000001/${part}`,
        params: { id: idParam().describe("Order id") },
        response: shape,
        errors: [problems.order_not_found, problems.invalid_order_id, problems.not_owned_order],
        problems: { invalid: invalidOrderId },
        site: ({ params }) => saleRows(params.id),
        async handle({ params, caller }, deps) {
          readable(await deps.orders.find(params.id), caller);
          return part === "discounts" ? { details: [] } : { attributes: [] };
        },
      }),
    ),
    operation({
      id: "createPurchase",
      method: "POST",
      path: "/orders",
      summary: "Buys active items; several of one seller make a pack",
      body: purchaseBody,
      status: 201,
      response: Purchase,
      creates: "in steps",
      errors: [
        problems.item_not_found,
        problems.item_not_active,
        problems.variation_needed,
        problems.variation_unknown,
        problems.own_item,
        problems.item_of_other_site,
        problems.total_too_high,
        problems.item_without_price,
        problems.buying_not_allowed,
        problems.stock_insufficient,
      ],
      // All items are of the buyer's site, or the purchase is refused.
      site: ({ body }) => siteOfItem(body.items[0]?.id ?? ""),
      handle: ({ body, caller, once, sameAs }, deps) => {
        const { items: lines, payment, shipping } = body;
        return buy(deps, { caller, lines, sameAs, payment, outcome: shipping.outcome }, async (taken) => {
          const users = await partiesOf(deps, taken);
          return once({
            change: () => complete(deps, taken),
            finish: async (made) => ({ ...made, orders: await createShipments(deps, made.orders) }),
            answer: (made) => purchaseWire({ ...made, users }),
          });
        });
      },
    }),
    ...orderCommands,
  ],
});
