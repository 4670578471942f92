import { idParam } from "@marketplace/conventions";
import { operation, resource } from "../kit.ts";
import { invalidOrderId, problems } from "../problems.ts";
import { saleRows } from "../sharding/rows.ts";
import { readable } from "./packs.policy.ts";
import { Pack, packView } from "./packs.schema.ts";

/** Packs: orders of one seller that were bought together. */
export const packs = resource({
  name: "Packs",
  description: "Orders that a buyer bought from one seller at once",
  fields: Pack,
  related: ["/orders", "/users"],
  connections: { seller_id: "/users/{id}", buyer_id: "/users/{id}", "shipment.id": "/shipments/{id}" },
  operations: [
    operation({
      id: "getPack",
      method: "GET",
      path: "/packs/{id}",
      summary:
        "Reads a pack, or an order without one as a pack of its own; only its parties and operators see it",
      example: "/packs/4600000001",
      params: { id: idParam().describe("Pack id") },
      response: Pack,
      errors: [
        problems.order_not_found,
        problems.invalid_order_id,
        problems.not_owned_order,
        problems.order_in_pack,
      ],
      problems: { invalid: invalidOrderId },
      site: ({ params }) => saleRows(params.id),
      async handle({ params: { id }, caller }, deps) {
        const pack = readable(await deps.packs.find(id), caller);
        if (pack.orderInPack) throw problems.order_in_pack();
        return packView(pack);
      },
    }),
  ],
});
