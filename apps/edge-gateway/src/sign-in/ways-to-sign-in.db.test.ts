import { expectProblem } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import { startGateway } from "../gateway.fixture.ts";

const deployed = await startGateway({ config: { signIn: "password" } });
const sandbox = await startGateway({ config: { signIn: "picker" } });
const headers = { "Content-Type": "application/x-www-form-urlencoded" };

describe("where SIGN_IN is password", () => {
  const { http, demo, bearer } = deployed;
  const { client_id, redirect_uri } = demo.applications.default;
  const request = { response_type: "code", client_id, redirect_uri };

  it("nobody can claim to be a user", async () => {
    const fields = { ...request, user_id: String(demo.users.operator.id) };
    for (const decision of ["allow", "deny", ""]) {
      const body = new URLSearchParams({ ...fields, decision }).toString();
      const answer = await http.post("/authorization", { body, headers });
      expect([answer.status, answer.headers.location]).toEqual([302, expect.stringMatching(/^\/sign_in\?/)]);
    }
  });

  it("only operators create test users", async () => {
    const ask = (name: "operator" | "seller_mla") =>
      http.post("/users/test_user", { ...bearer(name), body: { site_id: "MLA" } });
    expectProblem(await ask("seller_mla"), 403, "forbidden", /^Only operators create test users .*SIGN_IN/);
    expect((await ask("operator")).status).toBe(201);
  });

  it("applications can still get their own tokens, and users keep theirs", async () => {
    const { client_secret } = demo.applications.default;
    const body = { grant_type: "client_credentials", client_id, client_secret };
    expect((await http.post("/oauth/token", { body })).status).toBe(200);
    expect((await http.get("/users/me", bearer("buyer_mla"))).status).toBe(200);
  });

  it("OPTIONS and OpenAPI describe the pages", async () => {
    const { paths } = (await http.get("/openapi.json")).json<{ paths: Record<string, object> }>();
    const described = {
      "/authorization": ["get", "post"],
      "/sign_in": ["get", "post"],
      "/sign_out": ["post"],
    };
    for (const [path, methods] of Object.entries(described)) {
      expect(Object.keys(paths[path] ?? {})).toEqual(expect.arrayContaining(methods));
      expect((await http.options(path)).status).toBe(200);
    }
  });
});

describe("where SIGN_IN is picker", () => {
  const { http, demo } = sandbox;
  const message = /^Nobody signs in on this deployment: its SIGN_IN is picker/;

  it("nobody signs in: programs get the error, browsers a page", async () => {
    const { nickname, password } = demo.users.buyer_mla;
    const body = new URLSearchParams({ login: nickname, password }).toString();
    expectProblem(await http.get("/sign_in"), 403, "forbidden", message);
    for (const path of ["/sign_in", "/sign_out"]) {
      const answer = await http.post(path, { body, headers });
      expectProblem(answer, 403, "forbidden", message);
      expect(answer.headers["set-cookie"]).toBeUndefined();
    }
    const page = await http.get("/sign_in", { headers: { Accept: "text/html" } });
    expect([page.status, page.headers["content-type"]]).toEqual([403, "text/html; charset=utf-8"]);
  });

  it("a callback gets the error wrapped, whatever else it accepts", async () => {
    for (const path of ["/sign_in/oidc", "/sign_in/oidc/callback"]) {
      const answer = await http.get(`${path}?callback=show`, { headers: { Accept: "text/html" } });
      expect([answer.status, answer.text]).toEqual([200, expect.stringMatching(/^\/\*\*\/show\(\[403,/)]);
    }
  });
});
