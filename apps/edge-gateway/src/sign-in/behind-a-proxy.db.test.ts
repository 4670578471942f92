import { expectProblem } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import { trustedProxiesVariable } from "../edge/trusted-proxies.ts";
import { startGateway } from "../gateway.fixture.ts";

const trustedProxies = trustedProxiesVariable().parse("127.0.0.0/8");
const gateways = {
  "a client": await startGateway({ config: { signIn: "password" } }),
  "a trusted proxy": await startGateway({ config: { signIn: "password", trustedProxies } }),
};
const picker = await startGateway({ config: { signIn: "picker", trustedProxies } });

/** What a request may claim of where it comes from and where it goes. */
const claims: Record<string, string>[] = [
  { "X-Forwarded-For": "127.0.0.1" },
  { "X-Forwarded-For": "::1, 127.0.0.1" },
  { "X-Forwarded-Host": "127.0.0.1:8080" },
  { "X-Forwarded-Host": "localhost", "X-Forwarded-Proto": "http", "X-Forwarded-Port": "8080" },
  { "X-Forwarded-Server": "localhost" },
  { "X-Real-IP": "127.0.0.1" },
  { Forwarded: "for=127.0.0.1;host=localhost;proto=http" },
  { Host: "127.0.0.1:8080" },
  { "X-Original-Url": "/authorization?sign_in=picker", "X-Rewrite-Url": "/authorization" },
  { "X-Forwarded-Prefix": "/sandbox", Via: "1.1 localhost" },
];

describe.each(["a client", "a trusted proxy"] as const)(
  "what %s says of a request opens no picker",
  (who) => {
    const { http, demo, bearer } = gateways[who];
    const { client_id, redirect_uri } = demo.applications.default;
    const request = { response_type: "code", client_id, redirect_uri };

    it.each(claims)("%j", async (headers) => {
      const page = await http.get(`/authorization?${new URLSearchParams(request)}`, { headers });
      expect([page.status, page.headers.location]).toEqual([302, expect.stringMatching(/^\/sign_in\?/)]);
      const fields = { ...request, user_id: String(demo.users.operator.id), decision: "allow" };
      const decided = await http.post("/authorization", {
        body: new URLSearchParams(fields).toString(),
        headers: { ...headers, "Content-Type": "application/x-www-form-urlencoded" },
      });
      expect(decided.headers.location ?? "").not.toContain("code=");
      const made = await http.post("/users/test_user", {
        headers: { ...headers, ...bearer("buyer_mla").headers },
        body: { site_id: "MLA" },
      });
      expectProblem(made, 403, "forbidden", /SIGN_IN/);
      const first = await http.get("/", { headers: { ...headers, Accept: "text/html" } });
      expect(first.text).not.toContain(demo.users.buyer_mla.nickname);
    });
  },
);

it("a picker that is set by name stays one behind a proxy, and says so", async () => {
  const { http, demo } = picker;
  const { client_id, redirect_uri } = demo.applications.default;
  const query = new URLSearchParams({ response_type: "code", client_id, redirect_uri });
  const headers = { "X-Forwarded-For": "203.0.113.7", "X-Forwarded-Proto": "https" };
  const page = await http.get(`/authorization?${query}`, { headers });
  expect([page.status, page.text]).toEqual([200, expect.stringContaining(demo.users.buyer_mla.nickname)]);
  expectProblem(await http.get("/sign_in", { headers }), 403, "forbidden", /SIGN_IN is picker/);
});
