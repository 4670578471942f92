import { expectProblem } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import { startGateway } from "../gateway.fixture.ts";

const { http, clock, bearer } = await startGateway({ config: { rateLimitPerMinute: 3 } });

describe("with a rate limit", () => {
  it("an application that asks too often is told to wait, whichever of its users asks", async () => {
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

  it("those without a token are counted by their address", async () => {
    const statuses = [];
    for (let index = 0; index < 4; index++) statuses.push((await http.get("/users/me")).status);
    expect(statuses).toEqual([403, 403, 403, 429]);
  });

  it("unknown paths and health are not counted", async () => {
    expect((await http.get("/nowhere")).status).toBe(404);
    expect((await http.get("/readyz")).status).toBe(200);
  });
});
