import { fixtures, users } from "../api/world.ts";
import { assignmentOf, configurationOf, flexPaths, itemFlex, queryOf } from "../flex/flex.ts";
import { anybody, type Call, type Role, type Row } from "./row.ts";
import { flexItem, flexSeller, item, once, openRoute } from "./things.ts";

const { seller_moderated_mla: moderated } = users;
const aSeller = once(flexSeller);

/** A new seller's Flex subscription; the moderated user uses their own. */
async function flexOf(role: Role) {
  const { as, service } =
    role === "moderated" ? { as: moderated, service: fixtures.flex_service_moderated } : await aSeller();
  return { as, service, paths: flexPaths(as.id) };
}
const flex =
  (call: (its: Awaited<ReturnType<typeof flexOf>>) => Call | Promise<Call>) => async (role: Role) => {
    const its = await flexOf(role);
    const made = await call(its);
    return role === "seller" ? { ...made, as: its.as } : made;
  };

const managed = { else: "403 forbidden", seller: "200", operator: "200" } as const;
const range = [{ from: 10, to: 18, capacity: 20, cutoff: 9 }];

export const flexRows: readonly Row[] = [
  {
    route: "GET /shipping/flex/sites/{site_id}/users/{user_id}/subscriptions/v1",
    refusal: "read",
    roles: { ...managed, moderated: "200" },
    call: flex(({ paths }) => ({ path: paths.subscriptions })),
  },
  {
    route: "POST /shipping/flex/sites/{site_id}/users/{user_id}/subscriptions/v1",
    refusal: "write",
    // The seller may, but has a subscription already.
    roles: {
      else: "403 forbidden",
      seller: "409 conflict",
      operator: "409 conflict",
      moderated: "409 conflict",
    },
    call: flex(({ paths }) => ({ path: paths.subscriptions, body: { mode: "FLEX" } })),
  },
  {
    route: "PUT /shipping/flex/sites/{site_id}/users/{user_id}/subscriptions/{service_id}/v1",
    refusal: "write",
    // The subscription is active already, so nothing changes.
    roles: { ...managed, moderated: "200" },
    call: flex(({ paths, service }) => ({ path: paths.status(service), body: { status: "in" } })),
  },
  {
    route: "POST /shipping/flex/sites/{site_id}/configuration/v3",
    refusal: "read",
    roles: { ...managed, moderated: "200" },
    call: flex(({ as, service, paths }) => ({
      path: paths.configuration,
      body: queryOf(as.id, service, "{ delivery_window is_moderated }"),
    })),
  },
  {
    route:
      "GET /shipping/flex/sites/{site_id}/users/{user_id}/services/{service_id}/configuration/delivery/custom/v3",
    refusal: "read",
    roles: { ...managed, moderated: "200" },
    call: flex(({ service, paths }) => ({ path: paths.delivery(service) })),
  },
  {
    route:
      "GET /shipping/flex/sites/{site_id}/users/{user_id}/services/{service_id}/configuration/coverage/zone/v3",
    refusal: "read",
    roles: { ...managed, moderated: "200" },
    call: flex(({ service, paths }) => ({ path: paths.coverage(service) })),
  },
  {
    route:
      "PUT /shipping/flex/sites/{site_id}/users/{user_id}/services/{service_id}/configuration/delivery/custom/v3",
    refusal: "write",
    roles: managed,
    call: flex(({ service, paths }) => ({
      path: paths.delivery(service),
      body: { delivery_window: "next_day", delivery_ranges: { week: range } },
    })),
  },
  {
    route:
      "PUT /shipping/flex/sites/{site_id}/users/{user_id}/services/{service_id}/configuration/coverage/zone/v3",
    refusal: "write",
    roles: managed,
    call: flex(async ({ as, service, paths }) => {
      const { zones } = await configurationOf(as, service);
      return {
        path: paths.coverage(service),
        body: { zones: zones.filter((zone) => zone.is_mandatory).map(({ id }) => ({ id })) },
      };
    }),
  },
  {
    route: "GET /shipping/flex/sites/{site_id}/coverage_areas",
    refusal: "read",
    roles: anybody,
    call: () => ({ path: "/shipping/flex/sites/MLA/coverage_areas" }),
  },
  {
    route: "GET /shipping/flex/sites/{site_id}/coverage_areas/search",
    refusal: "read",
    roles: anybody,
    call: () => ({
      path: "/shipping/flex/sites/MLA/coverage_areas/search?latitude=-34.6037&longitude=-58.3816",
    }),
  },
  {
    route: "GET /flex/sites/{site_id}/items/{item_id}/v2",
    refusal: "flexRead",
    roles: managed,
    call: () => ({ path: itemFlex(fixtures.item_active) }),
  },
  {
    route: "POST /flex/sites/{site_id}/items/{item_id}/v2",
    refusal: "flexWrite",
    roles: { else: "403 forbidden", seller: "204" },
    call: async () => ({ path: itemFlex(await item()) }),
  },
  {
    route: "DELETE /flex/sites/{site_id}/items/{item_id}/v2",
    refusal: "flexWrite",
    roles: { else: "403 forbidden", seller: "204" },
    call: async () => ({ path: itemFlex(await flexItem()) }),
  },
  {
    route: "GET /flex/sites/{site_id}/shipments/{shipment_id}/assignment/v2",
    refusal: "flexRead",
    roles: { else: "403 forbidden", seller: "200", buyer: "200", operator: "200" },
    call: () => ({ path: assignmentOf(fixtures.shipment_flex_assigned) }),
  },
  {
    route: "PUT /flex/sites/{site_id}/shipments/{shipment_id}/assignment/v2",
    refusal: "flexWrite",
    roles: managed,
    call: async () => ({ path: assignmentOf(await openRoute()), body: { driver_id: 77 } }),
  },
];
