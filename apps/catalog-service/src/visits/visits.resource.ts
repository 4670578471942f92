import { idParam, siteScopedId, wordParam } from "@marketplace/conventions";
import { siteOfItem } from "@marketplace/database";
import { z } from "zod";
import { operation, resource } from "../kit.ts";
import { problems } from "../problems.ts";
import { siteOfSeller } from "../sharding/sites-of-requests.ts";
import { ItemVisits, ItemVisitsWindow, UserVisits, UserVisitsWindow, VisitCounts } from "./visits.schema.ts";
import {
  askedItem,
  assertOwnVisits,
  daysOf,
  itemVisits,
  periodWire,
  visitCounts,
  windowOf,
  windowWire,
} from "./visits.service.ts";

const item = { id: siteScopedId("an item").describe("Item id") };
const user = { id: idParam().describe("User id of the seller") };
const ids = z.string().min(1).max(500).describe("One item id");
const date = (what: string) => z.string().max(40).optional().describe(what);
const period = {
  date_from: date("First day, UTC: a date or a timestamp; 150 days before the last when absent"),
  date_to: date("Last day; today when absent"),
};
const window = {
  last: z.string().max(40).describe("Length of the window, 1 to 150"),
  unit: wordParam(["day"]).default("day").describe("Unit of the length: day"),
  ending: date("Last day of the window; today when absent"),
};
const ofPeriod = [problems.unknown_date_format, problems.invalid_time_window] as const;
const ofItem = [...ofPeriod, problems.visited_item_not_found] as const;

export const itemVisitsResource = resource({
  name: "Visits of items",
  description: "How many users read items of others: one visit per user, item and hour, by days in UTC",
  fields: ItemVisits,
  related: ["/items/{id}"],
  connections: { item_id: "/items/{id}" },
  operations: [
    operation({
      id: "countItemVisits",
      method: "GET",
      path: "/visits/items",
      summary: "Counts the visits of an item in two years",
      example: "/visits/items?ids=MLA1400000019",
      query: { ids },
      response: VisitCounts,
      errors: [problems.too_many_visit_items, problems.visited_item_not_found],
      site: ({ query }) => siteOfItem(query.ids),
      handle: ({ query }, deps) => visitCounts(query.ids, deps),
    }),
    operation({
      id: "findItemVisits",
      method: "GET",
      path: "/items/visits",
      summary: "Counts the visits of an item in some days",
      example: "/items/visits?ids=MLA1400000019&date_from=2026-03-01&date_to=2026-03-10",
      query: { ids, ...period },
      response: ItemVisits,
      errors: [...ofItem, problems.too_many_visit_items],
      site: ({ query }) => siteOfItem(query.ids),
      handle: ({ query }, deps) => itemVisits(query.ids, query, deps),
    }),
    operation({
      id: "getItemVisits",
      method: "GET",
      path: "/items/{id}/visits",
      summary: "Counts the visits of an item in some days",
      example: "/items/MLA1400000019/visits?date_from=2026-03-01&date_to=2026-03-10",
      params: item,
      query: period,
      response: ItemVisits,
      errors: [...ofItem],
      site: ({ params }) => siteOfItem(params.id),
      handle: ({ params, query }, deps) => itemVisits(params.id, query, deps),
    }),
    operation({
      id: "getItemVisitsWindow",
      method: "GET",
      path: "/items/{id}/visits/time_window",
      summary: "Counts the visits of an item day by day",
      example: "/items/MLA1400000019/visits/time_window?last=7&unit=day",
      params: item,
      query: window,
      response: ItemVisitsWindow,
      errors: [...ofItem],
      site: ({ params }) => siteOfItem(params.id),
      async handle({ params, query }, deps) {
        const days = windowOf(query, deps.clock.now());
        const item_id = await askedItem(params.id, deps);
        return { item_id, ...windowWire(days, await deps.visits.ofItem(item_id, days)) };
      },
    }),
  ],
});

export const userVisitsResource = resource({
  name: "Visits of a seller's items",
  description: "How many users read the items of a seller, for the seller and operators",
  fields: UserVisits,
  related: ["/users/{id}/items/search"],
  connections: { user_id: "/users/{id}" },
  operations: [
    operation({
      id: "getUserVisits",
      method: "GET",
      path: "/users/{id}/items_visits",
      summary: "Counts the visits of a seller's items in some days",
      example: "/users/2418503621/items_visits?date_from=2026-03-01&date_to=2026-03-10",
      params: user,
      query: period,
      response: UserVisits,
      errors: [...ofPeriod, problems.others_visits, problems.user_not_found],
      site: ({ params }, deps) => siteOfSeller(params.id, deps),
      async handle({ params, query, caller }, deps) {
        await assertOwnVisits(params.id, caller, deps);
        const days = daysOf(query, deps.clock.now());
        return { user_id: params.id, ...periodWire(days, await deps.visits.ofSeller(params.id, days)) };
      },
    }),
    operation({
      id: "getUserVisitsWindow",
      method: "GET",
      path: "/users/{id}/items_visits/time_window",
      summary: "Counts the visits of a seller's items day by day",
      example: "/users/2418503621/items_visits/time_window?last=7&unit=day",
      params: user,
      query: window,
      response: UserVisitsWindow,
      errors: [...ofPeriod, problems.others_visits, problems.user_not_found],
      site: ({ params }, deps) => siteOfSeller(params.id, deps),
      async handle({ params, query, caller }, deps) {
        await assertOwnVisits(params.id, caller, deps);
        const days = windowOf(query, deps.clock.now());
        return { user_id: params.id, ...windowWire(days, await deps.visits.ofSeller(params.id, days)) };
      },
    }),
  ],
});
