import { operation, resource } from "../kit.ts";
import { problems } from "../problems.ts";
import type { View } from "./order-filters.rules.ts";
import { OrderSearch, orderSearchParams } from "./order-search.schema.ts";
import { searchOrders } from "./order-search.service.ts";

const searches = [
  ["searchOrders", "/orders/search", "all", "Searches the caller's sales or purchases of the last 12 months"],
  ["searchRecentOrders", "/orders/search/recent", "recent", "Those bought in the last 28 days"],
  ["searchArchivedOrders", "/orders/search/archived", "archived", "Those bought more than 28 days ago"],
  ["searchPendingOrders", "/orders/search/pending", "pending", "Those that are neither paid nor canceled"],
] as const satisfies readonly (readonly [string, string, View, string])[];

/** Lists of orders, for sellers and buyers. */
export const orderSearch = resource({
  name: "Order search",
  description: "A seller's sales and a buyer's purchases, by status, dates, tags, shipment and words",
  fields: OrderSearch,
  related: ["/orders", "/orders/{id}"],
  connections: { "results.id": "/orders/{id}" },
  operations: searches.map(([id, path, view, summary]) =>
    operation({
      id,
      method: "GET",
      path,
      summary,
      example: `${path}?seller=me&sort=date_desc`,
      query: orderSearchParams,
      response: OrderSearch,
      errors: [problems.caller_not_matching],
      handle: ({ query, caller }, deps) => searchOrders({ params: query, view, caller }, deps),
    }),
  ),
});
