import { idParam, integerParam, siteIdParam, siteScopedId, wordParam } from "@marketplace/conventions";
import { siteOfItem } from "@marketplace/database";
import { z } from "zod";
import { logisticTypes } from "../categories/shipping-preferences.schema.ts";
import { maxQuantity } from "../items/amounts.schema.ts";
import { ItemWire } from "../items/items.schema.ts";
import { itemWire } from "../items/items.service.ts";
import { invalid } from "../items/new-item.rules.ts";
import { renamingReferences } from "../items/own-references.service.ts";
import { updateItem } from "../items/write-items.service.ts";
import { operation, resource } from "../kit.ts";
import { problems } from "../problems.ts";
import { listingTypeIds } from "./listing-types.rules.ts";
import {
  AvailableTypes,
  ListingPrice,
  ListingTypeChange,
  ListingTypeName,
  ListingTypeWire,
} from "./listing-types.schema.ts";
import {
  type Change,
  configurationOf,
  listingPrices,
  typesOfItem,
  typesOfSite,
  typesOfUser,
} from "./listing-types.service.ts";

const shippingModes = ["me2", "me1", "custom", "not_specified"] as const;

const site_id = siteIdParam().describe("Site id");
const item = { id: siteScopedId("an item").describe("Item id") };
const category_id = siteScopedId("a category").optional().describe("Category of the listing");
/** Parameters of a sale that fees do not depend on; what is none of their values is refused all the same. */
const withoutEffect = {
  quantity: integerParam({ min: 1, max: maxQuantity }).optional().describe("Units: has no effect"),
  logistic_type: wordParam([...logisticTypes, ...shippingModes, "default"])
    .optional()
    .describe("Logistic type: has no effect"),
  shipping_mode: wordParam(shippingModes).optional().describe("Shipping mode: has no effect"),
  billable_weight: z
    .string()
    .regex(/^\d{1,9}(\.\d{1,6})?$/, "must be a weight in grams, not negative")
    .optional()
    .describe("Weight in grams: has no effect"),
  tags: z.string().max(200).optional().describe("Tags of the item, joined by commas: have no effect"),
};
const names = z.array(ListingTypeName);

const price = z
  .string()
  .regex(/^\d{1,13}(\.\d{1,6})?$/, "must be a number from 0 to 9999999999999")
  .describe("Price, in the currency");

interface Reading {
  id: string;
  path: string;
  summary: string;
  example: string;
}

/** Reads the listing types that an item may change to. */
const changes = (which: Change, reading: Reading) =>
  operation({
    ...reading,
    method: "GET",
    params: item,
    response: names,
    errors: [problems.item_not_found],
    site: ({ params }) => siteOfItem(params.id),
    handle: ({ params }, deps) => typesOfItem(params.id, which, deps),
  });

export const listingTypesResource = resource({
  name: "Listing types",
  description: "How prominent a listing is, what its sales cost, and what it may change to",
  fields: ListingTypeName,
  related: ["/sites/{id}", "/items/{id}", "/sites/{site_id}/listing_prices"],
  connections: { site_id: "/sites/{id}", id: "/sites/{site_id}/listing_types/{id}" },
  operations: [
    operation({
      id: "listListingTypes",
      method: "GET",
      path: "/sites/{site_id}/listing_types",
      summary: "Lists the listing types of a site, the best first",
      example: "/sites/MLA/listing_types",
      params: { site_id },
      response: names,
      errors: [problems.site_not_found],
      handle: ({ params }) => typesOfSite(params.site_id),
    }),
    operation({
      id: "getListingType",
      method: "GET",
      path: "/sites/{site_id}/listing_types/{id}",
      summary: "Reads what a listing type means on a site",
      example: "/sites/MLA/listing_types/gold_special",
      params: { site_id, id: z.string().min(1).describe("Listing type") },
      response: ListingTypeWire,
      errors: [problems.site_not_found, problems.listing_type_not_found],
      handle: ({ params }) => configurationOf(params.site_id, params.id),
    }),
    operation({
      id: "listUserListingTypes",
      method: "GET",
      path: "/users/{id}/available_listing_types",
      summary: "Lists the listing types that a seller may choose for a new item",
      example: "/users/2418503621/available_listing_types?category_id=MLA178273",
      params: { id: idParam().describe("User id of the seller") },
      query: { category_id },
      response: AvailableTypes,
      errors: [problems.others_listing_types, problems.user_not_found, problems.category_not_found],
      site: ({ query }) => siteOfItem(query.category_id ?? ""),
      handle: ({ params, query, caller }, deps) =>
        typesOfUser({ userId: params.id, categoryId: query.category_id, caller }, deps),
    }),
    changes("all", {
      id: "listItemListingTypes",
      path: "/items/{id}/available_listing_types",
      summary: "Lists the listing types that an item may change to",
      example: "/items/MLA1400000019/available_listing_types",
    }),
    changes("upgrades", {
      id: "listItemUpgrades",
      path: "/items/{id}/available_upgrades",
      summary: "Lists the better listing types that an item may change to",
      example: "/items/MLA1400000019/available_upgrades",
    }),
    changes("downgrades", {
      id: "listItemDowngrades",
      path: "/items/{id}/available_downgrades",
      summary: "Lists the lesser listing types that an item may change to",
      example: "/items/MLA1400000019/available_downgrades",
    }),
    operation({
      id: "changeListingType",
      method: "POST",
      path: "/items/{id}/listing_type",
      summary: "Changes the listing type of an item of the caller's; never to free",
      example: "/items/MLA1400000019/listing_type",
      params: item,
      body: ListingTypeChange,
      response: ItemWire,
      errors: [problems.item_not_found, problems.not_item_owner, problems.validation_error],
      problems: { invalid },
      site: ({ params }) => siteOfItem(params.id),
      async handle({ params, body, caller }, deps) {
        const change = { listing_type_id: body.id };
        const expect = () => {};
        const toOwnReference = (reference: string) => reference.replace(/^body\.listing_type_id/, "body.id");
        const item = await renamingReferences(toOwnReference, () =>
          updateItem({ id: params.id, change, caller, expect }, deps),
        );
        return itemWire(item, deps.links);
      },
    }),
  ],
});

export const listingPricesResource = resource({
  name: "Listing prices",
  description: "What a sale costs its seller, by listing type",
  fields: ListingPrice,
  related: ["/sites/{site_id}/listing_types"],
  connections: { listing_type_id: "/sites/{site_id}/listing_types/{id}", currency_id: "/currencies/{id}" },
  operations: [
    operation({
      id: "getListingPrices",
      method: "GET",
      path: "/sites/{site_id}/listing_prices",
      summary: "Computes the fees of a price: a list, or one object for a listing type with a category",
      example: "/sites/MLA/listing_prices?price=5000",
      params: { site_id },
      query: {
        price,
        category_id,
        listing_type_id: wordParam(listingTypeIds).optional().describe("Listing type; all when absent"),
        currency_id: z.string().max(10).optional().describe("Currency of the site; its own when absent"),
        ...withoutEffect,
      },
      response: z.union([z.array(ListingPrice), ListingPrice]),
      errors: [problems.site_not_found, problems.category_not_found],
      site: ({ params }) => params.site_id,
      handle: ({ params, query }, deps) => listingPrices({ siteId: params.site_id, ...query }, deps),
    }),
  ],
});
