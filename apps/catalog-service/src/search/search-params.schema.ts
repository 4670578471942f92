import { idParam, pagingQuery, siteScopedId, wordParam } from "@marketplace/conventions";
import { z } from "zod";
import { sorts } from "./search.schema.ts";
import { type PriceRange, parsePrice } from "./search-query.schema.ts";

const longestText = 512;

/** A price range of a query string. */
const priceParam = z
  .string()
  .transform((text, context): PriceRange => {
    const range = parsePrice(text);
    if (range) return range;
    context.addIssue({ code: "custom", message: "must be a range such as 100-500, *-500 or 100-*" });
    return z.NEVER;
  })
  .describe("Price range, both ends included; * is an open end");

/** Query parameters of both search paths; attribute filters (`BRAND=60249`) come on top. */
export const searchParams = {
  q: z
    .string()
    .max(longestText, `may have at most ${longestText} characters`)
    .optional()
    .describe("Text, in the site's language"),
  category: siteScopedId("a category").optional().describe("Category; its descendants are searched too"),
  price: priceParam.optional(),
  seller_id: idParam().optional().describe("Seller"),
  nickname: z
    .string()
    .max(100)
    .optional()
    .describe("Nickname of the seller: as it is, in capitals or in small letters"),
  condition: z
    .string()
    .regex(/^\w{1,40}$/, "must be a condition, such as new or used")
    .toLowerCase()
    .optional()
    .describe("Condition: new, used, not_specified"),
  shipping: wordParam(["free"]).optional().describe("free: the seller pays for shipping"),
  shipping_cost: wordParam(["free"]).optional().describe("The same by its other name"),
  sort: wordParam(sorts)
    .default("relevance")
    .describe("Order: relevance, price_asc, price_desc; a scan keeps the order in which items were listed"),
  ...pagingQuery,
  search_type: wordParam(["scan"])
    .optional()
    .describe("scan reads deeper than 10000 results, block by block"),
  scroll_id: z.string().optional().describe("Where a scan goes on: from its last answer"),
};
