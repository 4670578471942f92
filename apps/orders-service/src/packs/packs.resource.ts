import { idParam } from "@marketplace/conventions";
import { operation, resource } from "../kit.ts";
import { problems } from "../problems.ts";
import { isParty } from "./packs.policy.ts";
import { Pack, packView } from "./packs.schema.ts";

/** Packs: orders of one seller that were bought together. */
export const packs = resource({
  name: "Packs",
  description: "Orders that a buyer bought from one seller at once",
  fields: Pack,
  related: ["/orders", "/users"],
  connections: { seller_id: "/users/{id}", buyer_id: "/users/{id}" },
  operations: [
    operation({
      id: "getPack",
      method: "GET",
      path: "/packs/{id}",
      summary: "Reads a pack, or an order without one as a pack of its own; only seller and buyer see it",
      example: "/packs/4600000001",
      params: { id: idParam().describe("Pack id") },
      response: Pack,
      errors: [problems.pack_not_found, problems.order_in_pack],
      async handle({ params: { id }, caller }, deps) {
        const pack = await deps.packs.find(id);
        if (!pack || !isParty(pack, caller.userId)) throw problems.pack_not_found({ id });
        if (pack.orderInPack) throw problems.order_in_pack();
        return packView(pack);
      },
    }),
  ],
});
