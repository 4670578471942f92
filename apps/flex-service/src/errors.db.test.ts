import { type Answer, expectProblem, type RequestOptions } from "@marketplace/testkit";
import { beforeAll, describe, expect, test } from "vitest";
import { callers, deliveryOf, flexService, itemOf, pathsOf, sellerId } from "./flex.fixture.ts";

const flex = await flexService();
const { http } = flex;
const service = flex.id("flex_service");
const own = pathsOf(sellerId);
const unknownUser = 3_999_999_999;
const out = flex.id("flex_service_out");
const moderatedService = flex.id("flex_service_moderated");

beforeAll(() => {
  flex.catalog.items.set(
    "MLA1400000003",
    itemOf("MLA1400000003", {}, ["self_service_available", "self_service_in"]),
  );
  const down = { MLA1400000016: "paused", MLA1400000017: "closed", MLA1400000018: "under_review" } as const;
  for (const [id, status] of Object.entries(down)) flex.catalog.items.set(id, itemOf(id, { status }));
  flex.catalog.items.set("MLA1400000005", itemOf("MLA1400000005", {}, []));
  flex.catalog.items.set("MLA1400000006", itemOf("MLA1400000006", { category_id: "MLA2000" }));
  flex.catalog.items.set("MLB1400000007", itemOf("MLB1400000007", { site_id: "MLB" }));
});

type Row = [condition: string, path: string, ask: RequestOptions, status: number, message: string];

const codes: Record<number, string> = {
  400: "bad_request",
  401: "unauthorized",
  403: "forbidden",
  404: "not_found",
  500: "internal_server_error",
};

/** One row of the specification's table per test: its code, its message, letter by letter. */
function rows(group: string, method: string, table: Row[]): void {
  describe(group, () => {
    test.each(table)(`%s: ${method} %s`, async (_, path, ask, status, message) => {
      const answer = await http.request(method, path, { as: callers.seller, ...ask });
      expectProblem(answer, status, codes[status] ?? "", message);
    });
  });
}

const ofQuery = (text: string) => ({ body: { query: text } });
const query = (user: number, of: number, selection = "{ delivery_window }") =>
  ofQuery(`{ configuration(user_id: ${user}, service_id: ${of}) ${selection} }`);
const schemaFailed = "failed to create schema in graphql operation";
const noAccess = "can't access to resource";

rows("the subscriptions read", "GET", [
  ["empty site", pathsOf(sellerId, "").subscriptions, {}, 400, "empty site id"],
  ["unknown site", pathsOf(sellerId, "XXX").subscriptions, {}, 400, "invalid site_id"],
  ["site without Flex", pathsOf(sellerId, "MLV").subscriptions, {}, 400, "invalid site_id"],
  ["site in small letters", pathsOf(sellerId, "mla").subscriptions, {}, 400, "invalid site_id"],
  ["user of another site", pathsOf(sellerId, "MLB").subscriptions, {}, 400, noAccess],
  ["unknown user", pathsOf(unknownUser).subscriptions, {}, 404, "user not found"],
  ["stranger", own.subscriptions, { as: callers.buyer }, 403, noAccess],
  ["no integer", "/shipping/flex/sites/MLA/users/me/subscriptions/v1", {}, 400, "invalid user_id"],
  ["many digits", pathsOf("9".repeat(40)).subscriptions, {}, 404, "user not found"],
  ["fraction", "/shipping/flex/sites/MLA/users/1.5/subscriptions/v1", {}, 400, "invalid user_id"],
  ["both wrong", "/shipping/flex/sites//users/me/subscriptions/v1", {}, 400, "empty site id"],
  ["user that is no text", "/shipping/flex/sites//users/%ZZ/subscriptions/v1", {}, 400, "empty site id"],
]);

const lackingService = `{ configuration(user_id: ${sellerId}) { delivery_window } }`;
const textForId = '{ configuration(user_id: "1", service_id: 1) { delivery_window } }';
rows("the configuration read", "POST", [
  ["empty site", pathsOf(0, "").configuration, query(sellerId, service), 400, "empty site id"],
  ["unknown site", pathsOf(0, "XXX").configuration, query(sellerId, service), 400, "invalid site_id"],
  ["user of another site", pathsOf(0, "MLB").configuration, query(sellerId, service), 400, noAccess],
  ["unknown user", own.configuration, query(unknownUser, service), 404, "user not found"],
  ["stranger", own.configuration, { ...query(sellerId, service), as: callers.buyer }, 403, noAccess],
  ["not JSON", own.configuration, { body: "{ configuration" }, 400, "invalid JSON body"],
  ["no body", own.configuration, {}, 400, "invalid JSON body"],
  ["no query", own.configuration, { body: {} }, 400, "invalid query"],
  ["an array", own.configuration, { body: [] }, 400, "invalid query"],
  ["query no string", own.configuration, { body: { query: 1 } }, 400, "invalid query"],
  ["syntax", own.configuration, { body: { query: "{ configuration(" } }, 400, "invalid query"],
  ["unknown field", own.configuration, query(sellerId, service, "{ secret }"), 400, "invalid query"],
  ["unknown root", own.configuration, ofQuery("{ users { id } }"), 400, schemaFailed],
  ["missing argument", own.configuration, ofQuery(lackingService), 400, schemaFailed],
  ["mistyped argument", own.configuration, ofQuery(textForId), 400, schemaFailed],
  ["no such pair", own.configuration, query(sellerId, unknownUser), 404, "subscriptions not found"],
  ["another's service", own.configuration, query(sellerId, out), 404, "subscriptions not found"],
]);

const puts = [
  ["delivery", "can't update delivery custom", deliveryOf()],
  ["coverage", "can't update coverage zone", { zones: [{ id: "MLA-BUE-PALERMO" }] }],
] as const;
for (const [part, refused, body] of puts) {
  const of = (userId: number, id: number | string) => pathsOf(userId)[part](id);
  const moderated = of(1_000_000_005, moderatedService);
  const noUser = own[part](service).replace(String(sellerId), "abc");
  rows(`the PUT of ${part}`, "PUT", [
    ["user_id no integer", noUser, { body }, 400, "invalid user_id"],
    ["service_id no integer", of(sellerId, "abc"), { body }, 400, "invalid service_id"],
    ["not JSON", of(sellerId, service), { body: "{" }, 400, "invalid JSON body"],
    ["no body", of(sellerId, service), {}, 400, "invalid JSON body"],
    ["no object", of(sellerId, service), { body: [] }, 400, "invalid JSON body"],
    ["lacks fields", of(sellerId, service), { body: {} }, 400, "invalid JSON body"],
    ["unknown field", of(sellerId, service), { body: { ...body, x: 1 } }, 400, "invalid JSON body"],
    ["empty site", pathsOf(sellerId, "")[part](service), { body }, 400, "empty site id"],
    ["site without Flex", pathsOf(sellerId, "MLV")[part](service), { body }, 400, "invalid site_id"],
    ["stranger", of(sellerId, service), { body, as: callers.otherSeller }, 403, refused],
    ["stranger, no such pair", of(sellerId, unknownUser), { body, as: callers.buyer }, 403, refused],
    ["no such pair", of(sellerId, unknownUser), { body }, 404, refused],
    ["another's service", of(1_000_000_002, service), { body, as: callers.otherSeller }, 404, refused],
    ["unknown user", of(unknownUser, service), { body, as: callers.operator }, 404, refused],
    ["moderated", moderated, { body, as: callers.moderated }, 403, refused],
    ["moderated, faulty body", moderated, { body: {}, as: callers.moderated }, 403, refused],
    ["subscription out", of(1_000_000_002, out), { body, as: callers.otherSeller }, 403, refused],
  ]);
}

test("an intervened user changes nothing", async () => {
  const { subscriptions, delivery, coverage } = pathsOf(1_000_000_006);
  const as = callers.intervened;
  const opened = (await http.post(subscriptions, { as, body: { mode: "FLEX" } })).json<{
    service_id: number;
  }>();
  const tries = [
    [await http.put(delivery(opened.service_id), { as, body: deliveryOf() }), "can't update delivery custom"],
    [await http.put(coverage(opened.service_id), { as, body: { zones: [] } }), "can't update coverage zone"],
  ] satisfies [Answer, string][];
  for (const [answer, message] of tries) expectProblem(answer, 403, "forbidden", message);
});

const item = (id: string, site = "MLA") => `/flex/sites/${site}/items/${id}/v2`;
const good = item("MLA1400000001");
const scopeless = { as: callers.scopeless };
const readOnly = { as: callers.readOnly };

rows("the has_flex read", "GET", [
  ["malformed id", item("MLA12x"), {}, 400, "invalid data"],
  ["malformed site", item("MLA1400000001", "argentina"), {}, 400, "invalid data"],
  ["no scope", good, scopeless, 401, "invalid authorization"],
  ["wrong token", good, { as: callers.invalid }, 403, "wrong access token"],
  ["not the seller", good, { as: callers.buyer }, 403, "wrong access token"],
  ["unknown item", item("MLA1999999999"), {}, 404, "item does not exist"],
  ["unknown item of many digits", item(`MLA${"9".repeat(40)}`), {}, 404, "item does not exist"],
  ["item of another site", item("MLB1400000007"), {}, 404, "item does not exist"],
  ["site without Flex", item("MLV1400000001", "MLV"), {}, 404, "item does not exist"],
]);

for (const method of ["POST", "DELETE"]) {
  rows(`item Flex by ${method}`, method, [
    ["malformed id", item("1400000001"), {}, 400, "invalid data"],
    ["no scope", good, readOnly, 401, "invalid authorization"],
    ["wrong token", good, { as: callers.invalid }, 403, "wrong access token"],
    ["not the seller", good, { as: callers.otherSeller }, 403, "wrong access token"],
    ["not even the operator", good, { as: callers.operator }, 403, "wrong access token"],
    ["unknown item", item("MLA1999999999"), {}, 404, "item not found"],
    ["site without Flex", item("MLV1400000001", "MLV"), {}, 404, "item not found"],
    ["item of another site", item("MLB1400000007"), {}, 404, "item not found"],
    ["paused", item("MLA1400000016"), {}, 403, "item down"],
    ["closed", item("MLA1400000017"), {}, 403, "item down"],
    ["under review", item("MLA1400000018"), {}, 403, "item down"],
    ["Flex not offered", item("MLA1400000005"), {}, 403, "item down"],
  ]);
}

rows("switching item Flex on", "POST", [
  ["category without self_service", item("MLA1400000006"), {}, 403, "item down"],
  ["already on", item("MLA1400000003"), {}, 400, "item is already in flex"],
]);
rows("switching item Flex off", "DELETE", [
  ["already off", item("MLA1400000001"), {}, 400, "item is not in flex"],
]);

const assignment = (id: number | string, site = "MLA") => `/flex/sites/${site}/shipments/${id}/assignment/v2`;
const assigned = assignment(flex.id("shipment_flex_assigned"));

const unassigned = assignment(flex.id("shipment_flex_unassigned"));
const onOtherSite = assignment(flex.id("shipment_flex_assigned"), "MLB");
rows("the driver", "GET", [
  ["malformed id", assignment("abc"), {}, 400, "invalid parameter"],
  ["malformed site", assignment(1, ""), {}, 400, "invalid parameter"],
  ["no scope", assigned, scopeless, 401, "invalid authorization"],
  ["wrong token", assigned, { as: callers.invalid }, 403, "wrong access token"],
  ["stranger", assigned, { as: callers.otherSeller }, 403, "wrong access token"],
  ["no driver, route not open", unassigned, {}, 404, "shipment_id not found"],
  ["not Flex", assignment(flex.id("shipment_other")), {}, 404, "shipment_id not found"],
  ["no such shipment", assignment(unknownUser), {}, 404, "shipment_id not found"],
  ["other site", onOtherSite, {}, 404, "shipment_id not found"],
]);

const body = { driver_id: 1 };
rows("assigning a driver", "PUT", [
  ["no scope to write", assigned, { ...readOnly, body }, 401, "invalid authorization"],
  ["buyer assigns", assigned, { as: callers.buyer, body }, 403, "wrong access token"],
  ["driver no integer", assigned, { body: { driver_id: "7" } }, 400, "invalid parameter"],
  ["driver missing", assigned, { body: {} }, 400, "invalid parameter"],
  ["not JSON", assigned, { body: "{" }, 400, "invalid parameter"],
]);

test("an id that no item can have is unknown, without asking the catalog for it", async () => {
  flex.catalog.broken = true;
  const long = item(`MLA${"9".repeat(8_000)}`);
  const as = callers.seller;
  expectProblem(await http.get(long, { as }), 404, "not_found", "item does not exist");
  expectProblem(await http.post(long, { as }), 404, "not_found", "item not found");
  flex.catalog.broken = false;
});

test("a body of another media type is 415, as everywhere", async () => {
  const headers = { "Content-Type": "text/plain" };
  const answer = await http.put(assigned, { as: callers.seller, body: JSON.stringify(body), headers });
  expectProblem(answer, 415, "unsupported_media_type");
});

test("no token at all is said in the same words everywhere", async () => {
  for (const path of [own.subscriptions, good, assigned]) {
    expectProblem(await http.get(path), 403, "access_token_not_granted", "access_token was not sent");
  }
});

test("an unexpected error has the endpoint's message and no internal detail", async () => {
  flex.catalog.broken = true;
  const answer = await http.get(good, { as: callers.seller });
  flex.catalog.broken = false;
  expectProblem(answer, 500, "internal_server_error", "unexpected internal error");
  expect(answer.text).not.toContain("secret");
  const { shipments } = flex.deps;
  const { find } = shipments;
  shipments.find = () => Promise.reject(new TypeError("SELECT secret FROM shipments"));
  const failed = await http.get(assigned, { as: callers.seller });
  shipments.find = find;
  expectProblem(failed, 500, "internal_server_error", "internal error");
});

describe("what is malformed", () => {
  test.each([
    ["an item", "GET", item("MLA12x"), {}, ["params.item_id"]],
    ["site and item at once", "POST", item("12x", "argentina"), {}, ["params.site_id", "params.item_id"]],
    ["a shipment", "GET", assignment("abc"), {}, ["params.shipment_id"]],
    ["a driver", "PUT", assignment(1), { body: { driver_id: "7" } }, ["body.driver_id"]],
  ])("is named in cause: %s", async (_, method, path, ask, references) => {
    const answer = await http.request(method, path, { as: callers.seller, ...ask });
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({ cause: references.map((at) => ({ references: [at] })) });
  });
});
