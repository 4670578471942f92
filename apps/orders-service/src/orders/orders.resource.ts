import { idParam } from "@marketplace/conventions";
import { operation, resource } from "../kit.ts";
import { isParty } from "../packs/packs.policy.ts";
import { problems } from "../problems.ts";
import { Order, orderView, Purchase, purchaseBody, purchaseView } from "./orders.schema.ts";
import { buy, complete } from "./purchases.service.ts";
import { createShipments } from "./shipments.service.ts";

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
      summary: "Reads an order; only its seller and its buyer see it",
      example: "/orders/4600000001",
      params: { id: idParam().describe("Order id") },
      response: Order,
      errors: [problems.order_not_found],
      async handle({ params, caller }, deps) {
        const order = await deps.orders.find(params.id);
        if (!order || !isParty(order, caller.userId)) throw problems.order_not_found({ id: params.id });
        return orderView(order);
      },
    }),
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
        problems.stock_insufficient,
      ],
      handle: ({ body, caller, once, sameAs }, deps) =>
        buy(deps, { caller, lines: body.items, sameAs }, (taken) =>
          once({
            change: () => complete(deps, taken),
            finish: (bought) => createShipments(deps, bought),
            answer: purchaseView,
          }),
        ),
    }),
  ],
});
