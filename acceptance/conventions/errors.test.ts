import { describe, expect, test } from "vitest";
import { get, put, remove, send } from "../api/api.ts";
import { expectProblem } from "../api/problems.ts";
import { fixtures, tokens, users } from "../api/world.ts";

const as = users.seller_mla;
const { item_active } = fixtures;

describe("routes and methods", () => {
  test("an unknown route is 404 resource not found, with a token and without one", async () => {
    for (const path of ["/nowhere", "/sites/MLA/nowhere", "/questions/1/2/3", "/items/a/b/c"]) {
      expectProblem(await get(path, { as }), 404, "resource not found");
      expectProblem(await get(path), 404, "resource not found");
    }
  });

  test("a wrong method is 405, and Allow names the declared methods, HEAD and OPTIONS", async () => {
    const answer = await remove("/currencies");
    expectProblem(answer, 405, "method_not_allowed");
    expect(answer.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
    expect((await put("/items")).headers.get("allow")).toBe("GET, HEAD, POST, OPTIONS");
  });
});

describe("tokens and scopes", () => {
  test("without a token: 403 access_token_not_granted", async () => {
    expectProblem(await get("/sites"), 403, "access_token_not_granted", "access_token was not sent");
  });

  test.each([
    ["unknown", "APP_USR-1-2-3"],
    ["unknown", "garbage"],
    ["expired", tokens.expired],
    ["revoked", tokens.revoked],
  ])("an %s token: 401 invalid_token, which says why in its cause", async (why, token) => {
    const answer = await get("/sites", { token });
    const causes = expectProblem(answer, 401, "invalid_token", "invalid access token");
    expect(causes.map(({ code }) => code)).toEqual([`${why}_token`]);
    const challenge = answer.headers.get("www-authenticate");
    expect(challenge).toBe(
      `Bearer error="invalid_token", error_description="${causes.map(({ message }) => message)}"`,
    );
  });

  test("the token may be given as ?access_token=", async () => {
    expect((await get(`/users/me?access_token=${as.access_token}`)).json()).toMatchObject({ id: as.id });
    expectProblem(await get("/users/me?access_token=wrong"), 401, "invalid_token");
  });

  test("a read-only token reads, reads by POST, and does not write", async () => {
    const token = tokens.read_only_seller_mla;
    expect((await get("/users/me", { token })).json()).toMatchObject({ id: as.id });
    const body = {
      query: `{ configuration(user_id: ${as.id}, service_id: ${fixtures.flex_service}) { delivery_window } }`,
    };
    const read = await send("POST", "/shipping/flex/sites/MLA/configuration/v3", { token, body });
    expect(read.status).toBe(200);
    const top = "/catalog_domains/MLA-CARS_AND_VANS/attributes/BRAND/top_values";
    expect((await send("POST", top, { token })).status).toBe(200);
    const write = await send("POST", "/answers", { token, body: { question_id: 1, text: "Hola" } });
    expectProblem(write, 403, "forbidden", "Invalid scopes");
  });

  test("OPTIONS, /openapi.json, /docs and health need no token", async () => {
    for (const path of ["/openapi.json", "/docs", "/livez", "/readyz"])
      expect((await get(path)).status).toBe(200);
    expect((await send("OPTIONS", "/items")).status).toBe(200);
  });
});

describe("words of the API are no ids", () => {
  test.each([
    "/products/search",
    "/items/search",
    "/questions/visits",
    "/users/search",
    "/packs/search",
    "/shipments/search",
    "/categories/search",
    "/sites/search",
  ])("%s is not served, with a token and without one", async (path) => {
    expectProblem(await get(path, { as }), 404, "resource not found");
    expectProblem(await get(path), 404, "resource not found");
  });
});

describe("malformed values", () => {
  test.each([
    ["/questions/abc", 400],
    ["/items/12345", 400],
    ["/items/MLA12x", 400],
    ["/categories/no-id", 400],
    ["/users/abc", 400],
    ["/shipments/abc", 400],
  ])("the malformed id of %s is a bad request", async (path, status) => {
    expectProblem(await get(path, { as }), status, "bad_request");
  });

  test.each([
    ["limit", "abc"],
    ["limit", "-1"],
    ["limit", "1.5"],
    ["limit", "101"],
    ["offset", "-1"],
    ["offset", "x"],
    ["offset", "10001"],
    ["offset", "9951"],
  ])("%s=%s is bad paging wherever there is paging", async (name, value) => {
    for (const path of [
      "/questions/search?",
      "/sites/MLA/search?q=celular&",
      `/users/${as.id}/questions_blacklist?`,
    ]) {
      const causes = expectProblem(await get(`${path}${name}=${value}`, { as }), 400, "bad_request");
      expect(causes.length).toBeGreaterThan(0);
    }
  });

  test("limit 0 and the deepest allowed page are 200, and the default is offset 0 and limit 50", async () => {
    for (const paging of ["limit=0", "limit=100&offset=9900", "offset=9950"])
      expect((await get(`/sites/MLA/search?q=celular&${paging}`, { as })).status).toBe(200);
    const { paging } = (await get("/sites/MLA/search?q=celular", { as })).json<{ paging: object }>();
    expect(paging).toMatchObject({ offset: 0, limit: 50 });
  });

  test("all issues of a body are reported at once, with their paths", async () => {
    const causes = expectProblem(
      await put("/applications/1", { as, body: { callback_url: 7, color: "red", __proto: {} } }),
      400,
      "bad_request",
    );
    expect(causes.map(({ references }) => references.join())).toEqual(
      expect.arrayContaining(["body.callback_url", "body.color", "body.__proto"]),
    );
    for (const cause of causes) expect(Object.keys(cause)).toEqual(["code", "message", "references"]);
  });

  test.each([
    ["an unknown nested field", `{"item_id":"${item_active}","text":"Hola?","from":{"id":1}}`],
    ["__proto__", `{"item_id":"${item_active}","text":"Hola?","__proto__":{"admin":true}}`],
    ["no JSON", "{"],
    ["nesting over 64 levels", `{"text":${"[".repeat(65)}${"]".repeat(65)}}`],
  ])("a body with %s changes nothing", async (_, body) => {
    const total = async () =>
      (await get(`/questions/search?item=${item_active}&from=${users.buyer2_mla.id}&limit=1`, { as })).json<{
        total: number;
      }>().total;
    const before = await total();
    expect((await send("POST", "/questions", { as: users.buyer2_mla, body })).status).toBe(400);
    expect(await total()).toBe(before);
  });

  test("bytes that are not UTF-8, too many bytes and other media types are refused", async () => {
    const url = `/users/${as.id}/questions_blacklist`;
    const headers = { "Content-Type": "application/json" };
    const broken = Uint8Array.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]);
    expectProblem(await send("POST", url, { as, headers, body: broken }), 400, "bad_request");
    const large = `{"user_id":1,"x":"${"a".repeat(1_048_576)}"}`;
    expectProblem(await send("POST", url, { as, body: large }), 413, "payload_too_large");
    const text = await send("POST", url, {
      as,
      headers: { "Content-Type": "text/plain" },
      body: "user_id=1",
    });
    expectProblem(text, 415, "unsupported_media_type");
  });

  test("a head that is long, and shorter than 16 KiB, is served by every service", async () => {
    const headers = { "X-Long": "x".repeat(15_700) };
    for (const path of ["/sites", "/users/me", "/questions/search"])
      expect((await get(path, { as, headers })).status).toBe(200);
  });

  test("unknown query parameters are ignored", async () => {
    expect((await get("/sites?color=red&limit=x", { as })).status).toBe(200);
  });
});

describe("things that do not exist", () => {
  test.each([
    ["/sites/XXX", "Site not found: XXX"],
    ["/sites/XXX/categories", "Site not found: XXX"],
    ["/sites/XXX/categories/all", "Site not found: XXX"],
    ["/sites/XXX/search?q=a", "Site not found: XXX"],
    ["/XXX/search?q=a", "Site not found: XXX"],
    ["/sites/XXX/domain_discovery/search?q=auto", "Site not found: XXX"],
    ["/categories/MLA999999999", "Category not found: MLA999999999"],
    ["/categories/MLA999999999/attributes", "Category not found: MLA999999999"],
    ["/categories/MLA999999999/shipping_preferences", "Category not found: MLA999999999"],
    ["/items/MLA9999999999", "Item with id MLA9999999999 not found"],
    [`/items/MLA${"9".repeat(40)}`, `Item with id MLA${"9".repeat(40)} not found`],
    [`/categories/MLA${"9".repeat(40)}`, `Category not found: MLA${"9".repeat(40)}`],
    ["/users/99999999999999999999", "User with id 99999999999999999999 not found"],
    ["/questions/99999999999999999999", "Question not found: 99999999999999999999"],
    ["/shipments/99999999999999999999", "Shipment with id 99999999999999999999 not found"],
    ["/applications/99999999999999999999", "Application with id 99999999999999999999 not found"],
    ["/users/0", "User with id 0 not found"],
  ])("%s is 404: %s", async (path, message) => {
    expectProblem(await get(path, { as }), 404, "not_found", message);
  });

  test.each(["/orders/1", "/packs/1", "/orders/99999999999999999999", "/packs/99999999999999999999"])(
    "%s is 404 order_not_found",
    async (path) => {
      expectProblem(await get(path, { as }), 404, "order_not_found", "Order do not exists");
    },
  );

  test.each(["/users/1", "/currencies/XXX", "/questions/1", "/shipments/1", "/applications/1"])(
    "%s is 404 not_found",
    async (path) => {
      expectProblem(await get(path, { as }), 404, "not_found");
    },
  );
});
