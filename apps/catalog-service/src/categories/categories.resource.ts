import { siteIdParam, siteScopedId } from "@marketplace/conventions";
import { siteOfItem } from "@marketplace/database";
import { z } from "zod";
import { saleTermAttributes } from "../items/sale-terms.rules.ts";
import { operation, resource } from "../kit.ts";
import { problems } from "../problems.ts";
import { siteOf } from "../sites/sites.service.ts";
import { CategoryName, CategoryWire } from "./categories.schema.ts";
import { readAttributes, readCategory } from "./categories.service.ts";
import { CategoryAttribute } from "./category-attributes.schema.ts";
import { attributeWrites, categoryWrites } from "./category-writes.resource.ts";
import { ShippingPreferencesWire } from "./shipping-preferences.schema.ts";

const categoryId = siteScopedId("a category").describe("Category id");
const errors = [problems.category_not_found];

export const categoriesResource = resource({
  name: "Categories",
  description: "The category tree of each site, with what items of a category may and must be",
  fields: CategoryWire,
  related: [
    "/categories/{id}/attributes",
    "/categories/{id}/shipping_preferences",
    "/sites/{site_id}/categories/all",
  ],
  connections: { id: "/categories/{id}", "children_categories.id": "/categories/{id}" },
  operations: [
    operation({
      id: "listSiteCategories",
      method: "GET",
      path: "/sites/{site_id}/categories",
      anonymous: true,
      summary: "Lists the first level of a site's category tree",
      example: "/sites/MLA/categories",
      params: { site_id: siteIdParam().describe("Site id") },
      response: z.array(CategoryName),
      errors: [problems.site_not_found],
      cache: { seconds: 60, keys: ["tree"] },
      site: ({ params }) => params.site_id,
      handle: ({ params }, { categories }) => categories.roots(siteOf(params.site_id).id),
    }),
    operation({
      id: "getCategory",
      method: "GET",
      path: "/categories/{id}",
      anonymous: true,
      summary: "Reads a category with its settings",
      example: "/categories/MLA178273",
      params: { id: categoryId },
      response: CategoryWire,
      errors,
      // Totals may be 35 s old here, and 60 s where they are read (decisions 7.8).
      cache: { seconds: 25, keys: ["tree"] },
      site: ({ params }) => siteOfItem(params.id),
      handle: ({ params }, deps) => readCategory(params.id, deps),
    }),
    ...categoryWrites,
  ],
});

export const categoryAttributesResource = resource({
  name: "Category attributes",
  description: "Attributes that items of a category have",
  fields: CategoryAttribute,
  related: ["/categories/{id}"],
  operations: [
    operation({
      id: "listCategoryAttributes",
      method: "GET",
      path: "/categories/{id}/attributes",
      anonymous: true,
      summary:
        "Lists the attributes of a category, SELLER_SKU, GTIN and ITEM_CONDITION of every one included",
      example: "/categories/MLA178273/attributes",
      params: { id: categoryId },
      response: z.array(CategoryAttribute),
      errors,
      cache: { seconds: 60, keys: ["tree"] },
      site: ({ params }) => siteOfItem(params.id),
      handle: ({ params }, deps) => readAttributes(params.id, deps),
    }),
    operation({
      id: "listSaleTerms",
      method: "GET",
      path: "/categories/{id}/sale_terms",
      summary: "Lists the terms of sale of a category",
      example: "/categories/MLA178273/sale_terms",
      params: { id: categoryId },
      response: z.array(CategoryAttribute),
      errors,
      cache: { seconds: 60, keys: ["tree"] },
      site: ({ params }) => siteOfItem(params.id),
      handle: async ({ params }, { categories }) =>
        saleTermAttributes(siteOf((await categories.get(params.id)).siteId).language),
    }),
    ...attributeWrites,
  ],
});

export const shippingPreferencesResource = resource({
  name: "Category shipping preferences",
  description: "How items of a category ship",
  fields: ShippingPreferencesWire,
  related: ["/categories/{id}"],
  connections: { category_id: "/categories/{id}" },
  operations: [
    operation({
      id: "getShippingPreferences",
      method: "GET",
      path: "/categories/{id}/shipping_preferences",
      anonymous: true,
      summary: "Reads the shipping preferences of a category",
      example: "/categories/MLA178273/shipping_preferences",
      params: { id: categoryId },
      response: ShippingPreferencesWire,
      errors,
      cache: { seconds: 60, keys: ["tree"] },
      site: ({ params }) => siteOfItem(params.id),
      handle: async ({ params }, { categories }) => {
        const { id, logistics } = await categories.get(params.id);
        return { category_id: id, logistics };
      },
    }),
  ],
});
