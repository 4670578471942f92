import { startApp } from "@marketplace/testkit";
import { beforeAll, describe, expect, it } from "vitest";
import { adminHeaders, adminToken, testLab } from "../lab.fixture.ts";

const lab = testLab();
const http = startApp(() => lab.around((_req, res) => void res.end("the product")));
const closed = startApp(() => testLab({ open: false }).around((_req, res) => void res.end()));
const own = ({ baseUrl }: { baseUrl: string }) => ({ Origin: new URL(baseUrl).origin });

describe("the admin token", () => {
  it("is given to the page of this very address", async () => {
    const answer = await http.post("/_sandbox/access", { headers: own(http) });
    expect(answer.json()).toEqual({ admin_token: adminToken });
    expect(answer.headers["cache-control"]).toBe("no-store");
    const browsers = { ...own(http), "Sec-Fetch-Site": "same-origin" };
    expect((await http.post("/_sandbox/access", { headers: browsers })).status).toBe(200);
  });

  it.each<[string, Record<string, string>]>([
    ["to programs and old browsers, which send no origin", {}],
    ["to pages of other sites", { Origin: "https://evil.example" }],
    ["to pages without an origin", { Origin: "null" }],
    ["to a site that had its name led here", { Origin: "http://evil.example", Host: "evil.example" }],
  ])("is not given %s", async (_whom, headers) => {
    const answer = await http.post("/_sandbox/access", { headers });
    expect(answer.status).toBe(403);
    expect(answer.text).not.toContain(adminToken);
  });

  it("is not given to a frame or a link of another site", async () => {
    for (const site of ["cross-site", "same-site", "none"]) {
      const headers = { ...own(http), "Sec-Fetch-Site": site };
      expect((await http.post("/_sandbox/access", { headers })).status).toBe(403);
    }
  });

  it("is not given where users sign in, nor by GET or as a script", async () => {
    expect((await closed.post("/_sandbox/access", { headers: own(closed) })).status).toBe(403);
    expect((await http.get("/_sandbox/access?callback=f", { headers: own(http) })).status).toBe(405);
    const script = await http.post("/_sandbox/access?callback=f", { headers: own(http) });
    expect(script.headers["content-type"]).toBe("application/json; charset=utf-8");
  });
});

describe("a session", () => {
  const minted = {
    access_token: "APP_USR-12-ab-7",
    token_type: "Bearer",
    expires_in: 9,
    scope: "read",
    user_id: 7,
  };
  lab.mintTokensBy(lab.world, async ({ userId }) => (userId === 7 ? minted : undefined));

  it("is minted for a user of the world, for the holder of the admin token", async () => {
    const asked = { body: { user_id: 7 } };
    const answer = await http.post("/_sandbox/sessions", { headers: adminHeaders, ...asked });
    expect([answer.status, answer.json()]).toEqual([201, { ...minted, client_id: "12" }]);
    expect((await http.post("/_sandbox/sessions", asked)).status).toBe(403);
    const unknown = await http.post("/_sandbox/sessions", { headers: adminHeaders, body: { user_id: 8 } });
    expect([unknown.status, unknown.json()]).toMatchObject([404, { message: "User not found: 8" }]);
  });
});

describe("tokens", () => {
  const asked: unknown[] = [];
  const answer = {
    access_token: "APP_USR-12-ab-7",
    token_type: "Bearer",
    expires_in: 60,
    scope: "read",
    user_id: 7,
  };
  const make = (body: unknown) => http.post("/_sandbox/tokens", { headers: adminHeaders, body });
  beforeAll(() =>
    lab.mintTokensBy(lab.world, async (wanted) => {
      asked.push(wanted);
      return wanted.userId === 7 ? answer : undefined;
    }),
  );

  it("are made of any application for any user, with scopes and a life", async () => {
    const body = { user_id: 7, application_id: 12, scopes: ["read", "read"], expires_in: 60 };
    const made = await make(body);
    expect([made.status, made.json()]).toEqual([201, answer]);
    expect(made.headers["cache-control"]).toBe("no-store");
    expect(asked.at(-1)).toEqual({ userId: 7, applicationId: 12, scopes: ["read"], lifeSeconds: 60 });
    await make({ user_id: 7, application_id: 12 });
    expect(asked.at(-1)).toMatchObject({ scopes: ["read", "write"], lifeSeconds: 21_600 });
  });

  it("are not made for an unknown user or application, or without the admin token", async () => {
    const body = { user_id: 8, application_id: 12 };
    expect((await make(body)).json()).toMatchObject({ status: 404, error: "not_found" });
    const wrongs = [{ scopes: [] }, { scopes: ["admin"] }, { expires_in: 0 }, { user_id: "x" }, { more: 1 }];
    for (const wrong of wrongs) expect((await make({ ...body, ...wrong })).status).toBe(400);
    expect((await http.post("/_sandbox/tokens", { body })).status).toBe(403);
  });
});

describe("the document of a world", () => {
  it("lists its users, as sandbox.json does", async () => {
    const answer = await http.get("/_sandbox/worlds/default/document", { headers: adminHeaders });
    expect(answer.json()).toMatchObject({
      base_url: "http://market.test",
      users: {},
      world: { id: "default" },
      sandbox: { admin_token: adminToken },
    });
    const none = await http.get("/_sandbox/worlds/w1/document", { headers: adminHeaders });
    expect(none.status).toBe(404);
  });
});

describe("the console", () => {
  it("is served past the middleware: its files are no requests of clients", async () => {
    for (const path of ["/console", "/console/assets/a.js"])
      expect((await http.get(path)).text).toBe("the product");
    const { results } = (await http.get("/_sandbox/requests", { headers: adminHeaders })).json<{
      results: [];
    }>();
    expect(results).toEqual([]);
  });
});
