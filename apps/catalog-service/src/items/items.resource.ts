import { common, json, jsonText, siteScopedId } from "@marketplace/conventions";
import { siteOfItem } from "@marketplace/database";
import { z } from "zod";
import { operation, resource } from "../kit.ts";
import { problems } from "../problems.ts";
import { siteOfCaller } from "../sharding/sites-of-requests.ts";
import { fullVariationWire, variationWire } from "../variations/variations-wire.rules.ts";
import { withPresentCategories } from "./deleted-category.service.ts";
import { idsParam } from "./ids-param.schema.ts";
import { issuesOfInvalidChange } from "./invalid-bodies.service.ts";
import { ItemChange } from "./item-input.schema.ts";
import { ItemResult, ItemWire } from "./items.schema.ts";
import { itemWire, readItems } from "./items.service.ts";
import { invalid, newItem } from "./new-item.rules.ts";
import { createItem, draftItem, expectETag, itemETag, updateItem } from "./write-items.service.ts";

const itemId = siteScopedId("an item").describe("Item id");

const include_attributes = z
  .string()
  .optional()
  .describe("all: variations with their own attributes; other values are ignored");

const variationWriter = (include: string | undefined) =>
  include === "all" ? fullVariationWire : variationWire;

export const itemsResource = resource({
  name: "Items",
  description: "What sellers offer",
  fields: ItemWire,
  related: ["/items/{id}/description", "/sites/{site_id}/search", "/categories/{id}", "/users/{id}"],
  connections: {
    id: "/items/{id}",
    seller_id: "/users/{id}",
    category_id: "/categories/{id}",
    currency_id: "/currencies/{id}",
    site_id: "/sites/{id}",
  },
  operations: [
    operation({
      id: "listItems",
      method: "GET",
      path: "/items",
      anonymous: true,
      summary: "Reads up to 20 items at once, each with its own status",
      example: "/items?ids=MLA1400000019,MLA1400000020",
      query: { ids: idsParam, include_attributes },
      response: z.array(ItemResult),
      mask: "bodies",
      handle({ query }, { everywhere: { items }, links }) {
        return readItems(query.ids, { items, links }, variationWriter(query.include_attributes));
      },
    }),
    operation({
      id: "getItem",
      method: "GET",
      path: "/items/{id}",
      anonymous: true,
      summary: "Reads an item",
      example: "/items/MLA1400000019",
      params: { id: itemId },
      query: { include_attributes },
      response: ItemWire,
      errors: [problems.item_not_found],
      site: ({ params }) => siteOfItem(params.id),
      async handle({ params, query, caller, http }, deps) {
        // HEAD shows nothing of the item.
        const visit = () => http.req.method === "GET" && deps.visitCounter.record(params.id, caller.userId);
        if (query.include_attributes !== undefined) {
          const item = await deps.items.get(params.id);
          visit();
          return itemWire(item, deps.links, variationWriter(query.include_attributes));
        }
        const { text, etag } = await deps.itemResponses(params.id);
        visit();
        return jsonText(text, { etag });
      },
    }),
    operation({
      id: "createItem",
      method: "POST",
      path: "/items",
      summary: "Lists an item",
      ...newItem,
      status: 201,
      creates: "in steps",
      response: ItemWire,
      errors: [problems.validation_error, problems.unable_to_list],
      changes: ["titles"],
      site: siteOfCaller,
      handle: ({ body, caller, once }, deps) =>
        withPresentCategories(async () => {
          const categories = await deps.knownCategories.of(caller.siteId);
          const draft = await draftItem(body, caller, { ...deps, categories });
          return once({
            change: () => createItem(draft, deps),
            answer: (item) => itemWire(item, deps.links),
          });
        }),
    }),
    operation({
      id: "validateItem",
      method: "POST",
      path: "/items/validate",
      summary: "Checks a new item as POST /items does, and stores nothing",
      ...newItem,
      status: 204,
      errors: [problems.validation_error, problems.unable_to_list],
      site: siteOfCaller,
      async handle({ body, caller }, deps) {
        await draftItem(body, caller, deps);
      },
    }),
    operation({
      id: "updateItem",
      method: "PUT",
      path: "/items/{id}",
      summary: "Changes an item of the caller's; what is left out stays as it is",
      example: "/items/MLA1400000019",
      params: { id: itemId },
      body: ItemChange,
      response: ItemWire,
      errors: [
        problems.item_not_found,
        problems.not_item_owner,
        problems.operators_only,
        problems.validation_error,
        common.precondition_failed,
      ],
      furtherCauses: issuesOfInvalidChange,
      problems: { invalid },
      changes: ["titles"],
      site: ({ params }) => siteOfItem(params.id),
      handle: async ({ params, body, caller, ifMatch }, deps) => {
        const expect = expectETag(ifMatch, deps);
        const item = await updateItem({ id: params.id, change: body, caller, expect }, deps);
        return json(itemWire(item, deps.links), { headers: { ETag: itemETag(item, deps.links) } });
      },
    }),
  ],
});
