import { describe, expect, test } from "vitest";
import { get, send } from "../api/api.ts";
import { expectProblem } from "../api/problems.ts";
import { fixtures, newItem, newQuestion, newUser, users } from "../api/world.ts";

const as = users.seller_mla;
const item = `/items/${fixtures.item_active}`;

describe("attributes", () => {
  test("only the fields named come back, in the record's own order, dotted paths included", async () => {
    const path = `${item}?attributes=shipping.tags,status,id,shipping.mode,nowhere,id.below`;
    const body = (await get(path, { as })).json<{ shipping: object }>();
    expect(Object.keys(body).toSorted()).toEqual(["id", "shipping", "status"]);
    expect(Object.keys(body)[0]).toBe("id");
    expect(Object.keys(body.shipping).toSorted()).toEqual(["mode", "tags"]);
  });

  test("the filter reaches into elements of arrays, of array answers, and of multigets", async () => {
    const sites = (await get("/sites?attributes=id", { as })).json<object[]>();
    expect(sites).toContainEqual({ id: "MLA" });
    const found = (await get("/sites/MLA/search?q=celular&limit=2&attributes=results.id", { as })).json<{
      results: object[];
    }>();
    expect(Object.keys(found)).toEqual(["results"]);
    for (const result of found.results) expect(Object.keys(result)).toEqual(["id"]);
    const many = (await get(`/items?ids=${fixtures.item_active},MLA9999999999&attributes=id`, { as })).json();
    expect(many).toEqual([
      { code: 200, body: { id: fixtures.item_active } },
      { code: 404, body: expect.objectContaining({ error: "not_found", status: 404 }) },
    ]);
  });

  test("a name beside a path below it means the whole; an empty value filters nothing", async () => {
    const { shipping } = (await get(item, { as })).json<{ shipping: object }>();
    expect((await get(`${item}?attributes=shipping.mode,shipping`, { as })).json()).toEqual({ shipping });
    expect((await get(`${item}?attributes=`, { as })).json()).toHaveProperty("title");
  });

  test("errors are never filtered, and nothing is widened", async () => {
    expectProblem(await get("/items/MLA9999999999?attributes=status", { as }), 404, "not_found");
    const other = await get(`/users/${users.buyer_mla.id}?attributes=id,email,phone`, { as });
    expect(other.json()).toEqual({ id: users.buyer_mla.id });
  });
});

/** Reads a JSONP body as a browser would, without running it. */
function called(text: string, name: string): [number, Record<string, string[]>, unknown] {
  const opening = `/**/${name}(`;
  expect(text.startsWith(opening) && text.endsWith(");")).toBe(true);
  return JSON.parse(text.slice(opening.length, -2));
}

describe("JSONP", () => {
  test("success, errors and a missing token all come as HTTP 200 with [status, headers, body]", async () => {
    const cases = [
      [await get("/sites/MLA?callback=show", { as }), 200],
      [await get("/sites/XXX?callback=show", { as }), 404],
      [await get("/sites/MLA?callback=show"), 403],
    ] as const;
    for (const [answer, status] of cases) {
      expect(answer.status).toBe(200);
      expect(answer.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
      expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
      const [real, headers, body] = called(answer.text, "show");
      expect(real).toBe(status);
      for (const values of Object.values(headers)) expect(Array.isArray(values)).toBe(true);
      expect(body).toMatchObject(status === 200 ? { id: "MLA" } : { status });
    }
  });

  test("dotted names are names; one that could break out is a plain 400", async () => {
    called((await get("/sites/MLA?callback=a.b_$1", { as })).text, "a.b_$1");
    for (const name of ["alert(1)", "1a", "a-b", "a%0ab", "a".repeat(129)])
      expectProblem(await get(`/sites/MLA?callback=${name}`, { as }), 400, "bad_request");
  });

  test("an empty name and other methods ignore it", async () => {
    expect((await get("/sites/MLA?callback=", { as })).json()).toMatchObject({ id: "MLA" });
    const body = { site_id: "XXX" };
    const posted = await send("POST", "/users/test_user?callback=show", { as, body });
    expect(posted.status).toBe(404);
    expect(posted.json()).toMatchObject({ status: 404 });
  });

  test("If-None-Match is not looked at, and what could end a script is escaped", async () => {
    const headers = { "If-None-Match": "*" };
    expect((await get("/sites/MLA?callback=show", { as, headers })).status).toBe(200);
    const seller = await newUser();
    const id = await newQuestion(users.buyer_mla, await newItem(seller), "Mide </script> \u2028 \u2029?");
    const { text } = await get(`/questions/${id}?callback=show`, { as: seller });
    expect(text).not.toMatch(/[<\u2028\u2029]/);
    expect(called(text, "show")[2]).toMatchObject({ text: "Mide </script> \u2028 \u2029?" });
  });

  test("the tree dump is 406 inside the array", async () => {
    const answer = await get("/sites/MLA/categories/all?callback=show", { as });
    expect(answer.status).toBe(200);
    expect(called(answer.text, "show")[0]).toBe(406);
  });
});

describe("headers", () => {
  test("X-Request-Id is kept when well formed, else minted", async () => {
    const idOf = async (id: string) =>
      (await get("/nowhere", { headers: { "X-Request-Id": id } })).headers.get("x-request-id");
    expect(await idOf("order-7.a_b")).toBe("order-7.a_b");
    expect(await idOf("a".repeat(128))).toBe("a".repeat(128));
    for (const bad of ["a b", "a".repeat(129), "<x>"]) expect(await idOf(bad)).toMatch(/^[\w.-]{8,128}$/);
    expect(await idOf("a b")).not.toBe("a b");
  });

  test.each([
    item,
    "/sites/MLA",
    `/categories/${fixtures.category_vehicles}`,
    `/questions/${fixtures.question_answered}?api_version=4`,
    `/shipments/${fixtures.shipment_other}`,
    "/sites/MLA/categories/all",
  ])("%s has a strong ETag and honors If-None-Match, * included", async (path) => {
    const tag = (await get(path, { as })).headers.get("etag") ?? "";
    expect(tag).toMatch(/^"[^"]+"$/);
    for (const held of [tag, `"other", ${tag}`, "*"]) {
      const answer = await get(path, { as, headers: { "If-None-Match": held } });
      expect({ status: answer.status, text: answer.text }).toEqual({ status: 304, text: "" });
      expect(answer.headers.get("etag")).toBe(tag);
    }
    expect((await get(path, { as, headers: { "If-None-Match": '"other"' } })).status).toBe(200);
  });

  test("HEAD tells what GET would, without the body", async () => {
    for (const path of [item, "/sites", "/questions/search", "/sites/MLA/categories/all"]) {
      const [head, full] = [await send("HEAD", path, { as }), await get(path, { as })];
      expect(head.text).toBe("");
      expect(head.status).toBe(200);
      for (const name of ["content-type", "etag"])
        expect(head.headers.get(name)).toBe(full.headers.get(name));
    }
    expect((await send("HEAD", "/items/MLA9999999999", { as })).status).toBe(404);
  });

  test("CORS is open and without cookies; a preflight is answered", async () => {
    const origin = { Origin: "https://shop.example" };
    const answer = await get("/sites", { as, headers: origin });
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
    expect(answer.headers.get("set-cookie")).toBeNull();
    const asking = {
      "Access-Control-Request-Method": "POST",
      "Access-Control-Request-Headers": "authorization",
    };
    const preflight = await send("OPTIONS", "/questions", { headers: { ...origin, ...asking } });
    expect(preflight.status).toBe(200);
    expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
    expect(preflight.headers.get("access-control-allow-methods")).toContain("POST");
    expect(preflight.headers.get("access-control-allow-headers")?.toLowerCase()).toMatch(/authorization|\*/);
  });
});

describe("OPTIONS", () => {
  test("describes the resource: name, description, attributes, methods, related resources, connections", async () => {
    const answer = await send("OPTIONS", "/questions");
    expect(answer.status).toBe(200);
    const body = answer.json<{ methods: { method: string; example: string; description: string }[] }>();
    expect(Object.keys(body).toSorted()).toEqual(
      ["attributes", "connections", "description", "methods", "name", "related_resources"].toSorted(),
    );
    expect(body).toMatchObject({
      related_resources: ["/items", "/users"],
      connections: { item_id: "/items/{id}", seller_id: "/users/{id}" },
      attributes: { id: expect.any(String), text: expect.any(String), status: expect.any(String) },
    });
    for (const method of body.methods)
      expect(Object.keys(method)).toEqual(["method", "example", "description"]);
    expect(answer.headers.get("allow")).toBe("POST, OPTIONS");
  });
});

describe("Idempotency-Key", () => {
  test("the same request gets the stored answer; another body is a conflict; other callers are not concerned", async () => {
    const item_id = await newItem(await newUser());
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    const body = { item_id, text: "Viene con cable?" };
    const ask = (who = users.buyer_mla, text = body.text) =>
      send("POST", "/questions", { as: who, headers, body: { item_id, text } });
    const parallel = await Promise.all(Array.from({ length: 5 }, () => ask()));
    const ids = parallel.map((answer) => answer.json<{ id: number }>().id);
    expect(new Set(parallel.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(ids).size).toBe(1);
    expect((await ask()).json()).toEqual(parallel[0]?.json());
    expectProblem(await ask(users.buyer_mla, "Otra cosa?"), 409, "conflict");
    expect((await ask(users.buyer2_mla)).json<{ id: number }>().id).not.toBe(ids[0]);
  });

  test("an error is not stored", async () => {
    const seller = await newUser();
    const item_id = await newItem(seller);
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    const body = { item_id, text: "Hacen factura A?" };
    const block = `/users/${seller.id}/questions_blacklist`;
    await send("POST", block, { as: seller, body: { user_id: users.buyer_mla.id } });
    const ask = () => send("POST", "/questions", { as: users.buyer_mla, headers, body });
    expect((await ask()).status).toBe(403);
    await send("DELETE", `${block}/${users.buyer_mla.id}`, { as: seller });
    expect((await ask()).status).toBe(201);
  });
});
