import { idParam } from "@marketplace/conventions";
import { operation, resource } from "../kit.ts";
import { problems } from "../problems.ts";
import { siteOfSeller } from "../sharding/sites-of-requests.ts";
import { SellerItemsWire, sellerItemsParams } from "./seller-items.schema.ts";
import { searchSellerItems } from "./seller-items.service.ts";

export const sellerItemsResource = resource({
  name: "Items of a seller",
  description: "A seller's own items by status, words of the title and codes, for the seller and operators",
  fields: SellerItemsWire,
  related: ["/items", "/items/{id}"],
  connections: { results: "/items/{id}", seller_id: "/users/{id}" },
  operations: [
    operation({
      id: "searchSellerItems",
      method: "GET",
      path: "/users/{id}/items/search",
      summary: "Searches the ids of a seller's items, whatever their status",
      example: "/users/2418503621/items/search?status=active",
      params: { id: idParam().describe("User id of the seller") },
      query: sellerItemsParams,
      response: SellerItemsWire,
      errors: [problems.others_items, problems.user_not_found],
      site: ({ params }, deps) => siteOfSeller(params.id, deps),
      handle: ({ params, query, caller }, deps) =>
        searchSellerItems({ sellerId: params.id, caller, params: query }, deps),
    }),
  ],
});
