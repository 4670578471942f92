import { json, siteScopedId } from "@marketplace/conventions";
import { siteOfItem } from "@marketplace/database";
import { z } from "zod";
import { type Item, ItemWire } from "../items/items.schema.ts";
import { itemWire } from "../items/items.service.ts";
import { invalid } from "../items/new-item.rules.ts";
import { operation, resource } from "../kit.ts";
import { problems } from "../problems.ts";
import { NewVariation, VariationChange, VariationWire } from "./variations.schema.ts";
import { addVariation, changeVariation, removeVariation, variationOf } from "./variations.service.ts";
import { fullVariationWire } from "./variations-wire.rules.ts";

const path = "/items/{id}/variations";
const onePath = `${path}/{variation_id}`;
const id = siteScopedId("an item").describe("Item id");
const variation_id = z
  .string()
  .regex(/^\d{1,16}$/, "must be a number")
  .transform(Number)
  .describe("Variation id");
const writeErrors = [
  problems.item_not_found,
  problems.not_item_owner,
  problems.operators_only,
  problems.validation_error,
];

const listOf = (item: Item) => item.variations.map((variation) => fullVariationWire(variation, item));

export const variationsResource = resource({
  name: "Item variations",
  description: "The choices of an item, such as its colors: each with its own stock, pictures and codes",
  fields: VariationWire,
  related: ["/items/{id}"],
  operations: [
    operation({
      id: "listVariations",
      method: "GET",
      path,
      anonymous: true,
      summary: "Reads the variations of an item with their attributes",
      example: "/items/MLA1400000019/variations",
      params: { id },
      response: z.array(VariationWire),
      errors: [problems.item_not_found],
      site: ({ params }) => siteOfItem(params.id),
      handle: async ({ params }, { items }) => listOf(await items.get(params.id)),
    }),
    operation({
      id: "createVariation",
      method: "POST",
      path,
      summary: "Adds a variation to an item of the caller's, and answers all of them",
      example: "/items/MLA1400000019/variations",
      params: { id },
      body: NewVariation,
      status: 201,
      creates: true,
      response: z.array(VariationWire),
      errors: writeErrors,
      problems: { invalid },
      site: ({ params }) => siteOfItem(params.id),
      handle: async ({ params, body, caller }, deps) =>
        listOf(await addVariation({ id: params.id, caller }, body, deps)),
    }),
    operation({
      id: "getVariation",
      method: "GET",
      path: onePath,
      anonymous: true,
      summary: "Reads a variation of an item",
      example: "/items/MLA1400000019/variations/10000000001",
      params: { id, variation_id },
      response: VariationWire,
      errors: [problems.item_not_found, problems.variation_not_found],
      site: ({ params }) => siteOfItem(params.id),
      async handle({ params }, { items }) {
        const item = await items.get(params.id);
        return fullVariationWire(variationOf(item, params.variation_id), item);
      },
    }),
    operation({
      id: "updateVariation",
      method: "PUT",
      path: onePath,
      summary: "Changes a variation of an item of the caller's; what is left out stays as it is",
      example: "/items/MLA1400000019/variations/10000000001",
      params: { id, variation_id },
      body: VariationChange,
      response: VariationWire,
      errors: [...writeErrors, problems.variation_not_found],
      problems: { invalid },
      site: ({ params }) => siteOfItem(params.id),
      async handle({ params, body: { id: _, ...change }, caller }, deps) {
        const write = { id: params.id, variationId: params.variation_id, caller };
        const item = await changeVariation(write, change, deps);
        return json(fullVariationWire(variationOf(item, params.variation_id), item));
      },
    }),
    operation({
      id: "deleteVariation",
      method: "DELETE",
      path: onePath,
      summary: "Removes a variation with its stock, and answers the item",
      example: "/items/MLA1400000019/variations/10000000001",
      params: { id, variation_id },
      response: ItemWire,
      errors: [...writeErrors, problems.variation_not_found],
      site: ({ params }) => siteOfItem(params.id),
      async handle({ params, caller }, deps) {
        const write = { id: params.id, variationId: params.variation_id, caller };
        return itemWire(await removeVariation(write, deps), deps.links);
      },
    }),
  ],
});
