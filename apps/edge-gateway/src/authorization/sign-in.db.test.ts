import { expectProblem } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import { startGateway } from "../gateway.fixture.ts";

const { http, demo, bearer } = await startGateway({ config: { signIn: undefined } });
const { client_id, redirect_uri } = demo.applications.default;
const request = { response_type: "code", client_id, redirect_uri };
const link = `/authorization?${new URLSearchParams(request)}`;
const message = "Sign-in is not enabled on this deployment: its operator enables it with SIGN_IN";
const headers = { "Content-Type": "application/x-www-form-urlencoded" };

describe("without SIGN_IN", () => {
  it("there is no consent: programs get the error, browsers a page without a redirect", async () => {
    for (const path of [link, "/authorization", `${link}&response_type=x`, link.replace("code", "token")]) {
      const answer = await http.get(path);
      expectProblem(answer, 403, "forbidden", message);
      expect(answer.headers.location).toBeUndefined();
    }
    const page = await http.get(link, { headers: { Accept: "text/html" } });
    expect([page.status, page.headers["content-type"]]).toEqual([403, "text/html; charset=utf-8"]);
    expect(page.text).toContain("Sign-in is not enabled");
    expect(page.text).not.toContain(demo.users.buyer_mla.nickname);
  });

  it("nobody can claim to be a user", async () => {
    const fields = { ...request, user_id: String(demo.users.operator.id), decision: "allow" };
    for (const decision of ["allow", "deny", ""]) {
      const body = new URLSearchParams({ ...fields, decision }).toString();
      expectProblem(await http.post("/authorization", { body, headers }), 403, "forbidden", message);
    }
  });

  it("no user is created for any caller", async () => {
    for (const site_id of ["MLA", "MXX"]) {
      const answer = await http.post("/users/test_user", { ...bearer("operator"), body: { site_id } });
      expectProblem(answer, 403, "forbidden", message);
    }
  });

  it("applications can still get their own tokens, and users keep theirs", async () => {
    const { client_secret } = demo.applications.default;
    const body = { grant_type: "client_credentials", client_id, client_secret };
    expect((await http.post("/oauth/token", { body })).status).toBe(200);
    expect((await http.get("/users/me", bearer("buyer_mla"))).status).toBe(200);
  });

  it("OPTIONS and OpenAPI still describe both", async () => {
    const { paths } = (await http.get("/openapi.json")).json<{ paths: Record<string, object> }>();
    expect(Object.keys(paths["/authorization"] ?? {})).toEqual(expect.arrayContaining(["get", "post"]));
    expect(paths["/users/test_user"]).toHaveProperty("post");
    for (const path of ["/authorization", "/users/test_user"])
      expect((await http.options(path)).status).toBe(200);
  });
});
