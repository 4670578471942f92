import { expectProblem } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import { startGateway } from "../gateway.fixture.ts";
import { trustedProxiesVariable } from "./trusted-proxies.ts";

const { http, clock, bearer } = await startGateway({ config: { rateLimitPerMinute: 3 } });
const trustedProxies = trustedProxiesVariable().parse("127.0.0.0/8");
const proxied = await startGateway({ config: { rateLimitPerMinute: 3, trustedProxies } });

describe("with a rate limit", () => {
  it("an application is limited for all of its users together", async () => {
    expect((await http.get("/users/me", bearer("seller_mla"))).status).toBe(200);
    expect((await http.get("/questions/search", bearer("seller_mla"))).status).toBe(200);
    expect((await http.get("/users/me", bearer("buyer_mla"))).status).toBe(200);
    const refused = await http.get("/questions/search", bearer("buyer_mla"));
    expectProblem(refused, 429, "too_many_requests");
    expect(refused.headers["retry-after"]).toBe("20");
    expect((await http.get("/questions/search?callback=f", bearer("buyer_mla"))).text).toMatch(
      /^\/\*\*\/f\(\[429, /,
    );
    clock.advance(20_000);
    expect((await http.get("/users/me", bearer("seller_mla"))).status).toBe(200);
  });

  it("requests without a token are counted by their address", async () => {
    const statuses = [];
    for (let index = 0; index < 4; index++) statuses.push((await http.get("/users/me")).status);
    expect(statuses).toEqual([403, 403, 403, 429]);
  });

  it("clients behind a trusted proxy are counted by the address it reports", async () => {
    const from = (address: string, invented: string) => ({
      headers: { "X-Forwarded-For": `${invented}, ${address}`, "X-Marketplace-Client-Address": invented },
    });
    for (const address of ["203.0.113.1", "203.0.113.2", "2001:db8::1"]) {
      const statuses = [];
      for (let index = 0; index < 4; index++)
        statuses.push((await proxied.http.get("/users/me", from(address, `198.51.100.${index}`))).status);
      expect([address, ...statuses]).toEqual([address, 403, 403, 403, 429]);
    }
    const neighbor = from("2001:db8::2", "198.51.100.9");
    expect((await proxied.http.get("/users/me", neighbor)).status).toBe(429);
  });

  it("clients that are not trusted proxies cannot report another address", async () => {
    clock.advance(60_000);
    const statuses = [];
    for (let index = 0; index < 4; index++) {
      const headers = { "X-Forwarded-For": `203.0.113.${index}`, Forwarded: `for=203.0.113.${index}` };
      statuses.push((await http.get("/users/me", { headers })).status);
    }
    expect(statuses).toEqual([403, 403, 403, 429]);
  });

  it("unknown paths and health are not counted", async () => {
    expect((await http.get("/nowhere")).status).toBe(404);
    expect((await http.get("/readyz")).status).toBe(200);
  });
});
