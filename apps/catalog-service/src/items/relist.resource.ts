import { type InvalidInput, type Problem, siteScopedId } from "@marketplace/conventions";
import { siteOfItem } from "@marketplace/database";
import { operation, resource } from "../kit.ts";
import { problems } from "../problems.ts";
import { ofItems } from "./issues.rules.ts";
import { RelistInput } from "./item-input.schema.ts";
import { ItemWire } from "./items.schema.ts";
import { itemWire } from "./items.service.ts";
import { draftRelist, relist } from "./relist.service.ts";

const invalid = ({ where, causes }: InvalidInput): Problem | undefined =>
  where === "body" ? problems.relist_invalid({ cause: causes.map(ofItems) }) : undefined;

export const relistResource = resource({
  name: "Relisting of an item",
  description: "A new item that continues a closed one, once and within 60 days",
  fields: ItemWire,
  related: ["/items/{id}"],
  connections: { id: "/items/{id}", parent_item_id: "/items/{id}" },
  operations: [
    operation({
      id: "relistItem",
      method: "POST",
      path: "/items/{id}/relist",
      summary: "Lists a closed item of the caller's again",
      example: "/items/MLA1400000019/relist",
      params: { id: siteScopedId("an item").describe("Item id") },
      body: RelistInput,
      status: 201,
      creates: "in steps",
      response: ItemWire,
      errors: [
        problems.item_not_found,
        problems.not_item_owner,
        problems.unable_to_list,
        problems.relist_invalid,
      ],
      problems: { invalid },
      changes: ["titles"],
      site: ({ params }) => siteOfItem(params.id),
      async handle({ params, body, caller, once }, deps) {
        const draft = await draftRelist({ id: params.id, input: body, caller }, deps);
        return once({
          change: () => relist(draft, deps),
          answer: (item) => itemWire(item, deps.links),
        });
      },
    }),
  ],
});
