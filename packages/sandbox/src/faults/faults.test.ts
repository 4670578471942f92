import type { RequestListener } from "node:http";
import { startApp } from "@marketplace/testkit";
import { afterEach, describe, expect, it } from "vitest";
import { adminHeaders as headers, testLab } from "../lab.fixture.ts";

const text = JSON.stringify({ id: "MLA1", title: "a telephone of the demo" });
const product: RequestListener = (_req, res) =>
  void res.writeHead(200, { "Content-Type": "application/json" }).end(text);

const http = startApp(() => testLab().around(product));

const rule = (more: object) => ({ id: "r1", target: "api", ttl_seconds: 60, ...more });
const put = (...rules: object[]) => http.put("/_sandbox/faults", { headers, body: rules });
const as = (user: number) => ({ headers: { Authorization: `Bearer APP_USR-7-aabb-${user}` } });

afterEach(async () => {
  expect((await put()).status).toBe(200);
});

describe("a fault rule of the API", () => {
  it("answers in place of the product, in the standard body, and is named", async () => {
    await put(rule({ match: { path: "/items/*" }, effect: { status: 429, retry_after: 7 } }));
    const answer = await http.get("/items/MLA1?attributes=id");
    expect(answer.status).toBe(429);
    expect(answer.json()).toEqual({
      message: "Too many requests: try again later",
      error: "too_many_requests",
      status: 429,
      cause: [],
    });
    expect(answer.headers).toMatchObject({ "x-sandbox-fault": "r1", "retry-after": "7" });
    expect((await http.get("/items/MLA1/description")).text).toBe(text);
  });

  it("is one of a hundred at most", async () => {
    const effect = { status: 503 };
    const rules = Array.from({ length: 100 }, (_, index) => rule({ id: `r${index}`, effect }));
    expect((await put(...rules)).json()).toMatchObject({ paging: { total: 100 } });
    const more = await http.post("/_sandbox/faults", { headers, body: rule({ id: "more", effect }) });
    expect(more.json()).toMatchObject({ status: 409, message: "A world has 100 fault rules at most" });
  });

  it("describes errors below /oauth as the product does", async () => {
    await put(rule({ match: { path: "/oauth/token" }, effect: { status: 503 } }));
    const { message, error_description } = (await http.post("/oauth/token")).json<Record<string, unknown>>();
    expect(error_description).toBe(message);
  });

  it("is wrapped like any error in a callback", async () => {
    await put(rule({ effect: { status: 418, error: "teapot" } }));
    const answer = await http.get("/items/MLA1?callback=show");
    expect(answer.status).toBe(200);
    expect(answer.text).toMatch(/^\/\*\*\/show\(\[418,.*"error":"teapot"/);
  });

  it("matches method, path, application and user together", async () => {
    const match = { method: "GET", path: "/users/{id}", application_id: 7, user_id: 5 };
    await put(rule({ match, effect: { status: 500 } }));
    expect((await http.get("/users/5", as(5))).status).toBe(500);
    expect((await http.get("/users/5", as(6))).status).toBe(200);
    expect((await http.get("/users/5/items", as(5))).status).toBe(200);
    expect((await http.put("/users/5", as(5))).status).toBe(200);
    expect((await http.get("/users/5?access_token=APP_USR-7-aabb-5")).status).toBe(500);
  });

  it("fires for the first calls, or for each so-manieth", async () => {
    await put(
      rule({ id: "first", match: { path: "/a", first: 2 }, effect: { status: 503 } }),
      rule({ id: "third", match: { path: "/b", every: 3 }, effect: { status: 503 } }),
    );
    const statuses = async (path: string) => {
      const all: number[] = [];
      for (let call = 0; call < 6; call++) all.push((await http.get(path)).status);
      return all;
    };
    expect(await statuses("/a")).toEqual([503, 503, 200, 200, 200, 200]);
    expect(await statuses("/b")).toEqual([200, 200, 503, 200, 200, 503]);
    const list = (await http.get("/_sandbox/faults", { headers })).json();
    expect(list).toMatchObject({
      paging: { total: 2 },
      results: [
        { id: "first", matched: 6, fired: 2 },
        { id: "third", matched: 6, fired: 2 },
      ],
    });
  });

  it("draws the same share again with the same seed", async () => {
    const drawn = async () => {
      await put(rule({ match: { probability: { share: 0.5, seed: 42 } }, effect: { status: 500 } }));
      const all: number[] = [];
      for (let call = 0; call < 20; call++) all.push((await http.get("/x")).status);
      return all;
    };
    const once = await drawn();
    expect(new Set(once)).toEqual(new Set([200, 500]));
    expect(await drawn()).toEqual(once);
  });

  it("of several rules the first that is due disturbs", async () => {
    await put(
      rule({ id: "a", match: { first: 1 }, effect: { status: 500 } }),
      rule({ id: "b", effect: { status: 503 } }),
    );
    expect((await http.get("/x")).headers["x-sandbox-fault"]).toBe("a");
    expect((await http.get("/x")).headers["x-sandbox-fault"]).toBe("b");
  });

  it("allows a quota of requests for each user in a window", async () => {
    await put(rule({ effect: { quota: { limit: 2, window_seconds: 3_600 } } }));
    for (const expected of [200, 200, 429]) expect((await http.get("/x", as(1))).status).toBe(expected);
    const other = await http.get("/x", as(2));
    expect(other.status).toBe(200);
    expect(Number((await http.get("/x", as(1))).headers["retry-after"])).toBeGreaterThan(3_000);
  });

  it("cuts the connection, or the body of an answer", async () => {
    await put(rule({ effect: { reset: true } }));
    await expect(http.get("/x")).rejects.toThrow();
    await put(rule({ effect: { truncate: 0.5 } }));
    await expect(http.get("/x")).rejects.toThrow();
  });

  it("makes the body malformed, or sends it in pieces", async () => {
    await put(rule({ effect: { malformed: true } }));
    const wrong = await http.get("/x");
    expect(() => JSON.parse(wrong.text)).toThrow(SyntaxError);
    expect(wrong.headers["content-type"]).toBe("application/json");
    await put(rule({ effect: { delay: { type: "dribble", chunks: 5, ms: 1 } } }));
    expect((await http.get("/x")).text).toBe(text);
  });

  it.each([
    { type: "fixed", ms: 5 },
    { type: "uniform", min_ms: 1, max_ms: 5 },
    { type: "lognormal", median_ms: 3, sigma: 0.2 },
  ])("delays by $type, and the answer is unchanged", async (delay) => {
    await put(rule({ effect: { delay } }));
    const answer = await http.get("/x");
    expect([answer.text, answer.headers["x-sandbox-fault"]]).toEqual([text, "r1"]);
  });
});

describe("a single request", () => {
  it("asks for a fault of its own", async () => {
    const ask = (fault: string) => http.get("/x", { headers: { "X-Sandbox-Fault": fault } });
    const answer = await ask("status=429;retry-after=2");
    expect(answer.status).toBe(429);
    expect(answer.headers).toMatchObject({ "retry-after": "2", "x-sandbox-fault": "request" });
    expect((await ask("delay=1")).text).toBe(text);
    for (const wrong of ["status=200", "quota=1", "nothing", "status=429;reset", "toString"])
      expect((await ask(wrong)).json()).toMatchObject({ status: 400, error: "bad_request", cause: [] });
    expect((await http.get("/x")).text).toBe(text);
  });
});

describe("rules that are refused", () => {
  const refusals: [string, object, string][] = [
    ["no time to live", { id: "r", target: "api", effect: { reset: true } }, "body[0].ttl_seconds"],
    [
      "a longer one than a day",
      rule({ ttl_seconds: 86_401, effect: { reset: true } }),
      "body[0].ttl_seconds",
    ],
    ["an unknown target", rule({ target: "mail", effect: { reset: true } }), "body[0].target"],
    ["no effect", rule({ effect: {} }), "body[0].effect"],
    ["two effects", rule({ effect: { reset: true, malformed: true } }), "body[0].effect"],
    ["another target's effect", rule({ target: "database", effect: { reset: true } }), "body[0].effect"],
    ["two ways to count", rule({ match: { first: 1, every: 2 }, effect: { reset: true } }), "body[0].match"],
    ["an unknown field", rule({ effect: { reset: true }, when: 1 }), "body[0].when"],
    ["a status of success", rule({ effect: { status: 200 } }), "body[0].effect.status"],
    [
      "bounds the wrong way round",
      rule({ effect: { delay: { type: "uniform", min_ms: 2, max_ms: 1 } } }),
      "body[0].effect.delay",
    ],
  ];
  it.each(refusals)("%s", async (_what, wrong, reference) => {
    await put(rule({ id: "kept", match: { path: "/none" }, effect: { reset: true } }));
    const answer = await put(wrong);
    expect(answer.status).toBe(400);
    const { cause } = answer.json<{ cause: { references: string[] }[] }>();
    expect(cause.flatMap(({ references }) => references)).toContain(reference);
    const list = (await http.get("/_sandbox/faults", { headers })).json();
    expect(list).toMatchObject({ results: [{ id: "kept" }] });
  });

  it("two of the same id, and what is no array", async () => {
    expect((await put(rule({ effect: { reset: true } }), rule({ effect: { reset: true } }))).status).toBe(
      400,
    );
    expect((await http.put("/_sandbox/faults", { headers, body: { rules: [] } })).status).toBe(400);
  });
});

it("one rule ends by its name", async () => {
  await put(rule({ effect: { status: 500 } }));
  const end = (id: string) => http.delete(`/_sandbox/faults/${id}`, { headers });
  expect((await end("r2")).json()).toMatchObject({ status: 404, message: "Fault not found: r2" });
  expect((await end("r1")).status).toBe(204);
  expect((await http.get("/x")).status).toBe(200);
});
