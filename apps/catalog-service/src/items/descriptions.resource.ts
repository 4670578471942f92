import { common, json, siteScopedId } from "@marketplace/conventions";
import { siteOfItem } from "@marketplace/database";
import { z } from "zod";
import { operation, resource } from "../kit.ts";
import { problems } from "../problems.ts";
import {
  createDescription,
  descriptionWire,
  readDescription,
  replaceDescription,
} from "./descriptions.service.ts";
import { DescriptionInput, DescriptionWire } from "./items.schema.ts";
import { invalid } from "./new-item.rules.ts";

const id = siteScopedId("an item").describe("Item id");
const errors = [problems.item_not_found, problems.not_item_owner, problems.validation_error];

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
      anonymous: true,
      summary: "Reads the description of an item",
      example: "/items/MLA1400000019/description",
      params: { id },
      response: DescriptionWire,
      errors: [problems.item_not_found],
      site: ({ params }) => siteOfItem(params.id),
      handle: async ({ params }, { items }) => descriptionWire(await items.get(params.id)),
    }),
    operation({
      id: "createItemDescription",
      method: "POST",
      path: "/items/{id}/description",
      summary: "Writes the description of an item of the caller's that has none",
      example: "/items/MLA1400000019/description",
      params: { id },
      body: DescriptionInput,
      status: 201,
      creates: true,
      response: DescriptionWire,
      errors,
      problems: { invalid },
      site: ({ params }) => siteOfItem(params.id),
      handle: ({ params, body, caller }, deps) =>
        createDescription({ id: params.id, plain_text: body.plain_text, caller }, deps),
    }),
    operation({
      id: "updateItemDescription",
      method: "PUT",
      path: "/items/{id}/description",
      summary: "Replaces the description of an item of the caller's, or writes its first",
      example: "/items/MLA1400000019/description",
      params: { id },
      body: DescriptionInput,
      response: DescriptionWire,
      errors: [...errors, common.precondition_failed],
      problems: { invalid },
      site: ({ params }) => siteOfItem(params.id),
      async handle({ params, body, caller, ifMatch }, deps) {
        const writing = { id: params.id, plain_text: body.plain_text, caller };
        return json(await replaceDescription(writing, ifMatch, deps));
      },
    }),
    operation({
      id: "getItemDescriptionById",
      method: "GET",
      path: "/items/{id}/descriptions/{description_id}",
      anonymous: true,
      summary: "Reads a description by the id that the item's descriptions name",
      example: "/items/MLA1400000019/descriptions/MLA1400000019-1",
      params: { id, description_id: z.string().min(1).describe("Description id") },
      response: z.object({ id: z.string().describe("Description id"), ...DescriptionWire.shape }),
      errors: [problems.item_not_found, problems.description_not_found],
      site: ({ params }) => siteOfItem(params.id),
      handle: ({ params }, deps) => readDescription(params, deps),
    }),
  ],
});
