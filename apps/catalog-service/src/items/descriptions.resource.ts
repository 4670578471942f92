import { kit, siteScopedId, utcTimestamp } from "@marketplace/conventions";
import type { Deps } from "../deps.ts";
import { problems } from "../problems.ts";
import { DescriptionWire } from "./items.schema.ts";

const { operation, resource } = kit<Deps>();

export const descriptionsResource = resource({
  name: "Item description",
  description: "What a seller says of an item at length",
  fields: DescriptionWire,
  related: ["/items/{id}"],
  operations: [
    operation({
      id: "getItemDescription",
      method: "GET",
      path: "/items/{id}/description",
      summary: "Reads the description of an item",
      example: "/items/MLA1400000019/description",
      params: { id: siteScopedId("an item").describe("Item id") },
      response: DescriptionWire,
      errors: [problems.item_not_found],
      handle: async ({ params }, { items }) => {
        const { description, lastUpdated, dateCreated } = await items.get(params.id);
        return {
          text: "",
          plain_text: description,
          last_updated: utcTimestamp(lastUpdated),
          date_created: utcTimestamp(dateCreated),
          snapshot: {},
        };
      },
    }),
  ],
});
