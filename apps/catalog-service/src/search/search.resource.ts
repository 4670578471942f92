import { common, exchangeOf, queryParameter, siteIdParam } from "@marketplace/conventions";
import type { Request, Response } from "express";
import type { z } from "zod";
import type { Deps } from "../deps.ts";
import { operation, resource } from "../kit.ts";
import { problems } from "../problems.ts";
import { siteOf } from "../sites/sites.service.ts";
import { scan } from "./scan.service.ts";
import { SearchWire } from "./search.schema.ts";
import { search } from "./search.service.ts";
import { searchParams } from "./search-params.schema.ts";
import { nobody } from "./search-query.schema.ts";

type Params = z.output<z.ZodObject<typeof searchParams>>;

interface Asked {
  callerId: number;
  siteId: string;
  params: Params;
  http: { req: Request; res: Response };
}

/** A search needs words, a category or a seller; scans of the root categories read a whole site. */
const nothingAsked = () => {
  const message = "q, category, seller_id or nickname is required";
  const references = ["q", "category", "seller_id", "nickname"].map((name) => `query.${name}`);
  return common.bad_request({ message }, { cause: [{ code: "required", message, references }] });
};

/** The seller by id or nickname; nobody when there is none, or the two are not the same. */
async function sellerOf({ seller_id, nickname }: Params, { sellers }: Deps): Promise<number | undefined> {
  if (!nickname) return seller_id;
  const id = (await sellers.idOf(nickname)) ?? nobody;
  return seller_id === undefined || seller_id === id ? id : nobody;
}

async function categoryOf({ siteId, params: { category: id } }: Asked, { searchNames }: Deps) {
  if (id === undefined) return undefined;
  const category = await searchNames.category(id);
  if (category.siteId === siteId) return category;
  const message = `category ${id} belongs to another site than ${siteId}`;
  throw common.bad_request(
    { message },
    { cause: [{ code: "invalid_value", message, references: ["query.category"] }] },
  );
}

/** Parameters in capitals that name an attribute of the site are filters; unknown ones are ignored. */
async function attributeFilters(
  { siteId, http }: Asked,
  { searchNames }: Deps,
): Promise<Map<string, string>> {
  const exchange = exchangeOf(http.req, http.res);
  const given = [...new Set(exchange.query.keys())].filter((name) => /^[A-Z][A-Z0-9_]{0,99}$/.test(name));
  const known = await searchNames.attributes(siteId, given);
  const chosen = given
    .filter((name) => known.has(name))
    .map((name) => [name, queryParameter(exchange, name) ?? ""] as const);
  return new Map(chosen.filter(([, value]) => value !== ""));
}

async function answer(asked: Asked, deps: Deps) {
  const { params } = asked;
  const site = siteOf(asked.siteId);
  const text = params.q?.trim() || undefined;
  const seller = params.seller_id ?? (params.nickname || undefined);
  if ((text ?? params.category ?? seller) === undefined) throw nothingAsked();
  await deps.follower.upToDate(asked.callerId);
  const [category, attributes, sellerId] = await Promise.all([
    categoryOf(asked, deps),
    attributeFilters(asked, deps),
    sellerOf(params, deps),
  ]);
  const query = {
    siteId: site.id,
    text,
    categoryId: category?.id,
    attributes,
    condition: params.condition,
    freeShipping: (params.shipping ?? params.shipping_cost) === "free",
    price: params.price,
    sellerId,
    askedBy: {
      freeShipping: params.shipping === undefined ? ("shipping_cost" as const) : undefined,
      nickname: params.nickname || undefined,
    },
  };
  const { sort, limit, offset } = params;
  const wanted = { query, category, sort, limit, offset };
  return params.search_type === "scan" ? scan(wanted, params.scroll_id, deps) : search(wanted, deps);
}

const errors = [problems.site_not_found, problems.category_not_found, problems.search_not_ready];
const site_id = siteIdParam().describe("Site id");

export const searchResource = resource({
  name: "Item search",
  description: "Active items by words, category, attributes, price and seller",
  fields: SearchWire,
  related: ["/items/{id}", "/sites/{site_id}/categories"],
  connections: {
    "results.id": "/items/{id}",
    "results.category_id": "/categories/{id}",
    site_id: "/sites/{id}",
  },
  operations: [
    operation({
      id: "searchItems",
      method: "GET",
      path: "/sites/{site_id}/search",
      anonymous: true,
      summary: "Searches the active items of a site",
      example: "/sites/MLA/search?q=celular",
      params: { site_id },
      query: searchParams,
      response: SearchWire,
      errors,
      site: ({ params }) => params.site_id,
      handle: ({ params, query, caller, http }, deps) =>
        answer({ callerId: caller.userId, siteId: params.site_id, params: query, http }, deps),
    }),
    operation({
      id: "browseItems",
      method: "GET",
      path: "/{site_id}/search",
      anonymous: true,
      summary: "Searches the active items of a site, by its older path",
      example: "/MLA/search?category=MLA178273",
      params: { site_id },
      query: searchParams,
      response: SearchWire,
      errors,
      site: ({ params }) => params.site_id,
      handle: ({ params, query, caller, http }, deps) =>
        answer({ callerId: caller.userId, siteId: params.site_id, params: query, http }, deps),
    }),
  ],
});
