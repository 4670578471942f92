import { startApp } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import { adminHeaders, adminToken, testLab } from "./lab.fixture.ts";

const admin = { headers: adminHeaders };
const http = startApp(() => testLab().around((_req, res) => void res.end("the product")));

describe("the lab", () => {
  it("lists the world default, which never ends", async () => {
    const answer = await http.get("/_sandbox/worlds", admin);
    expect(answer.json()).toEqual({
      paging: { total: 1, offset: 0, limit: expect.any(Number) },
      results: [{ id: "default", from: "demo", created_at: expect.any(String), expires_at: null }],
    });
    expect((await http.get("/_sandbox/worlds/default", admin)).json()).toMatchObject({ id: "default" });
  });

  it("answers 404 for a world that does not exist", async () => {
    const answer = await http.get("/_sandbox/worlds/w1", admin);
    expect(answer.status).toBe(404);
    expect(answer.json()).toMatchObject({ message: "World not found: w1", status: 404, cause: [] });
  });

  it("passes everything else to the product, also what only begins like it", async () => {
    for (const path of ["/", "/users/me", "/_sandboxes", "/x/_sandbox"])
      expect((await http.get(path)).text).toBe("the product");
  });

  it.each([
    ["without a token", {}, 403, "access_token_not_granted"],
    ["with a user's token", { Authorization: "Bearer APP_USR-1-aabbccdd-7" }, 401, "invalid_token"],
    ["with another scheme", { Authorization: `Basic ${adminToken}` }, 401, "invalid_token"],
    ["with more than the token", { Authorization: `Bearer ${adminToken}x` }, 401, "invalid_token"],
  ])("is closed %s", async (_how, headers, status, error) => {
    const answer = await http.get("/_sandbox/worlds", { headers });
    expect(answer.json()).toMatchObject({ status, error });
    expect(answer.status).toBe(status);
  });

  it("takes its token in no query, and knows no callback", async () => {
    expect((await http.get(`/_sandbox/worlds?access_token=${adminToken}`)).status).toBe(403);
    const answer = await http.get("/_sandbox/worlds?callback=show", admin);
    expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(answer.text).toMatch(/^\{/);
  });

  it("is not there for pages of other origins", async () => {
    const { port } = new URL(http.baseUrl);
    const from = (origin: string) =>
      http.get("/_sandbox/worlds", { headers: { ...admin.headers, Origin: origin } });
    expect((await from("http://evil.example")).status).toBe(403);
    expect((await from("null")).status).toBe(403);
    const own = await from(`http://127.0.0.1:${port}`);
    expect(own.status).toBe(200);
    expect(own.headers).not.toHaveProperty("access-control-allow-origin");
    const preflight = await http.options("/_sandbox/worlds", {
      headers: { Origin: "http://evil.example", "Access-Control-Request-Method": "GET" },
    });
    expect(Object.keys(preflight.headers)).not.toContainEqual(expect.stringMatching(/^access-control-/));
  });

  it("has an OpenAPI document of its own, which needs no token", async () => {
    const document = (await http.get("/_sandbox/openapi.json")).json<{ paths: Record<string, unknown> }>();
    expect(document).toMatchObject({ openapi: "3.1.0", servers: [{ url: "http://market.test" }] });
    expect(Object.keys(document.paths).every((path) => path.startsWith("/_sandbox/"))).toBe(true);
  });

  it("answers its unknown paths and methods in the standard body", async () => {
    expect((await http.get("/_sandbox")).json()).toMatchObject({ error: "resource not found", status: 404 });
    expect((await http.put("/_sandbox/worlds", admin)).json()).toMatchObject({ status: 405 });
  });
});
