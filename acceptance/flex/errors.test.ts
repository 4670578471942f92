import { describe, test } from "vitest";
import { get, type RequestOptions, send } from "../api/api.ts";
import { expectProblem } from "../api/problems.ts";
import { fixtures, tokens, users } from "../api/world.ts";
import { tokenWith } from "../identity/authorization-code.ts";
import { assignmentOf, expectFlexError, flexPaths, itemFlex, queryOf } from "./flex.ts";

const seller = users.seller_mla;
const own = flexPaths(seller.id);
const { flex_service: service } = fixtures;
const nobody = 3_999_999_999;

type Row = [
  condition: string,
  method: string,
  path: string,
  ask: RequestOptions,
  status: number,
  message: string,
];

/**
 * One test per row of the specification's table. The seller sends the request unless the row names another
 * user.
 */
function rows(group: string, table: Row[]): void {
  describe(group, () => {
    test.each(table)("%s: %s %s", async (_, method, path, ask, status, message) => {
      const who = ask.token === undefined ? { as: seller } : {};
      expectFlexError(await send(method, path, { ...who, ...ask }), status, message);
    });
  });
}

const noAccess = "can't access to resource";
const buyer = { as: users.buyer_mla };

rows("the subscriptions read", [
  ["empty site", "GET", flexPaths(seller.id, "").subscriptions, {}, 400, "empty site id"],
  ["unknown site", "GET", flexPaths(seller.id, "XXX").subscriptions, {}, 400, "invalid site_id"],
  ["site without Flex", "GET", flexPaths(seller.id, "MLV").subscriptions, {}, 400, "invalid site_id"],
  ["unknown user", "GET", flexPaths(nobody).subscriptions, {}, 404, "user not found"],
  ["user of another site", "GET", flexPaths(users.seller_mlb.id).subscriptions, {}, 400, noAccess],
  ["a stranger", "GET", own.subscriptions, buyer, 403, noAccess],
  ["user id no integer", "GET", flexPaths("abc").subscriptions, {}, 400, "invalid user_id"],
]);

const schema = "failed to create schema in graphql operation";
const asking = (query: unknown): RequestOptions => ({ body: { query } });
const root = (args: string, selection = "{ delivery_window }") => `{ configuration(${args}) ${selection} }`;
const args = `user_id: ${seller.id}, service_id: ${service}`;
const deep = `${"{ zones ".repeat(50)}${"}".repeat(50)}`;
const config = own.configuration;

rows("the configuration read", [
  [
    "empty site",
    "POST",
    flexPaths(0, "").configuration,
    { body: queryOf(seller.id, service) },
    400,
    "empty site id",
  ],
  [
    "unknown site",
    "POST",
    flexPaths(0, "XXX").configuration,
    { body: queryOf(seller.id, service) },
    400,
    "invalid site_id",
  ],
  [
    "user of another site",
    "POST",
    flexPaths(0, "MLB").configuration,
    { body: queryOf(seller.id, service) },
    400,
    noAccess,
  ],
  ["a stranger", "POST", config, { body: queryOf(seller.id, service), ...buyer }, 403, noAccess],
  ["unknown user", "POST", config, { body: queryOf(nobody, service) }, 404, "user not found"],
  ["no JSON", "POST", config, { body: "{ configuration" }, 400, "invalid JSON body"],
  ["no body", "POST", config, {}, 400, "invalid JSON body"],
  ["no query", "POST", config, { body: {} }, 400, "invalid query"],
  ["query no string", "POST", config, asking(7), 400, "invalid query"],
  ["a syntax error", "POST", config, asking("{ configuration("), 400, "invalid query"],
  [
    "an unknown nested field",
    "POST",
    config,
    asking(root(args, "{ zones { secret } }")),
    400,
    "invalid query",
  ],
  ["an unknown root field", "POST", config, asking("{ users { id } }"), 400, schema],
  ["another operation", "POST", config, asking(`mutation ${root(args)}`), 400, schema],
  ["an unknown argument", "POST", config, asking(root(`${args}, color: "red"`)), 400, schema],
  ["a missing argument", "POST", config, asking(root(`user_id: ${seller.id}`)), 400, schema],
  ["a mistyped argument", "POST", config, asking(root(`user_id: "x", service_id: ${service}`)), 400, schema],
  [
    "no such pair",
    "POST",
    config,
    asking(root(`user_id: ${seller.id}, service_id: ${nobody}`)),
    404,
    "subscriptions not found",
  ],
]);

test.each([
  ["introspection", "{ __schema { types { name } } }"],
  ["depth 50", root(args, deep)],
  ["a megabyte", root(args, `{ delivery_window ${" ".repeat(900_000)} }`)],
  [
    "a thousand aliases",
    `{ ${Array.from({ length: 1000 }, (_, n) => `a${n}: configuration(${args}) { zones { id } }`).join(" ")} }`,
  ],
])("%s is refused", async (_, query) => {
  expectProblem(await send("POST", config, { as: seller, body: { query } }), 400, "bad_request");
});

const delivery = {
  delivery_window: "same_day",
  delivery_ranges: { week: [{ from: 14, to: 21, cutoff: 13, capacity: 40 }] },
};
const coverage = { zones: fixtures.zone_ids.map((id) => ({ id })) };
const bodies = { delivery, coverage };
const refusals = { delivery: "can't update delivery custom", coverage: "can't update coverage zone" };

for (const part of ["delivery", "coverage"] as const) {
  const body = bodies[part];
  const refused = refusals[part];
  const path = own[part](service);
  const moderated = flexPaths(users.seller_moderated_mla.id)[part](fixtures.flex_service_moderated);
  const out = flexPaths(users.seller2_mla.id)[part](fixtures.flex_service_out);
  rows(`the PUT of ${part}`, [
    ["user_id no integer", "PUT", flexPaths("abc")[part](service), { body }, 400, "invalid user_id"],
    ["service_id no integer", "PUT", own[part]("abc"), { body }, 400, "invalid service_id"],
    ["no JSON", "PUT", path, { body: "{" }, 400, "invalid JSON body"],
    ["no body", "PUT", path, {}, 400, "invalid JSON body"],
    ["no fields", "PUT", path, { body: {} }, 400, "invalid JSON body"],
    ["an unknown field", "PUT", path, { body: { ...body, color: 1 } }, 400, "invalid JSON body"],
    ["a moderated user", "PUT", moderated, { body, as: users.seller_moderated_mla }, 403, refused],
    ["a subscription that is out", "PUT", out, { body, as: users.seller2_mla }, 403, refused],
    ["a stranger", "PUT", path, { body, ...buyer }, 403, refused],
    ["no such pair", "PUT", own[part](nobody), { body }, 404, refused],
  ]);
}

const { item_active: item } = fixtures;
const readOnly = { token: tokens.read_only_seller_mla };

rows("the has_flex read", [
  ["malformed id", "GET", itemFlex("MLA12x"), {}, 400, "invalid data"],
  ["wrong token", "GET", itemFlex(item), { token: "wrong" }, 403, "wrong access token"],
  ["expired token", "GET", itemFlex(item), { token: tokens.expired }, 403, "wrong access token"],
  ["another's item", "GET", itemFlex(item), buyer, 403, "wrong access token"],
  ["unknown item", "GET", itemFlex("MLA9999999999"), {}, 404, "item does not exist"],
]);

for (const method of ["POST", "DELETE"]) {
  rows(`item Flex by ${method}`, [
    ["malformed id", method, itemFlex("12345"), {}, 400, "invalid data"],
    ["no scope to write", method, itemFlex(item), readOnly, 401, "invalid authorization"],
    ["wrong token", method, itemFlex(item), { token: "wrong" }, 403, "wrong access token"],
    ["another's item", method, itemFlex(item), { as: users.seller2_mla }, 403, "wrong access token"],
    ["unknown item", method, itemFlex("MLA9999999999"), {}, 404, "item not found"],
    ["site without Flex", method, itemFlex("MLV1234567890", "MLV"), {}, 404, "item not found"],
    ["item without Flex", method, itemFlex(fixtures.item_no_flex), {}, 403, "item down"],
    ["paused item", method, itemFlex(fixtures.item_paused), {}, 403, "item down"],
    ["closed item", method, itemFlex(fixtures.item_closed), {}, 403, "item down"],
  ]);
}

rows("item Flex, by its state", [
  ["already on", "POST", itemFlex(fixtures.item_flex_on), {}, 400, "item is already in flex"],
  ["off", "DELETE", itemFlex(fixtures.item_active_2), {}, 400, "item is not in flex"],
]);

const assigned = assignmentOf(fixtures.shipment_flex_assigned);

rows("the assignment", [
  ["malformed id", "GET", assignmentOf("abc"), {}, 400, "invalid parameter"],
  ["wrong token", "GET", assigned, { token: "wrong" }, 403, "wrong access token"],
  [
    "no scope to write",
    "PUT",
    assigned,
    { ...readOnly, body: { driver_id: 1 } },
    401,
    "invalid authorization",
  ],
  ["a stranger", "GET", assigned, { as: users.seller2_mla }, 403, "wrong access token"],
  ["no driver", "GET", assignmentOf(fixtures.shipment_flex_unassigned), {}, 404, "shipment_id not found"],
  ["no Flex", "GET", assignmentOf(fixtures.shipment_other), {}, 404, "shipment_id not found"],
  ["no shipment", "GET", assignmentOf(nobody), {}, 404, "shipment_id not found"],
  ["driver no integer", "PUT", assigned, { body: { driver_id: "7" } }, 400, "invalid parameter"],
  ["no driver given", "PUT", assigned, { body: {} }, 400, "invalid parameter"],
]);

test("without a token the words are those of every endpoint", async () => {
  for (const path of [own.subscriptions, itemFlex(item), assigned])
    expectProblem(await get(path), 403, "access_token_not_granted", "access_token was not sent");
});

test("a token without the scope to read is 401 at item and assignment, and 403 elsewhere", async () => {
  const token = await tokenWith("offline_access", seller.id);
  for (const path of [itemFlex(item), assigned])
    expectFlexError(await get(path, { token }), 401, "invalid authorization");
  expectProblem(await get(own.subscriptions, { token }), 403, "forbidden", "Invalid scopes");
});
