import { expectProblem } from "@marketplace/testkit";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { echoServices, startGateway } from "../gateway.fixture.ts";
import { createFakeCatalog, testFeed, upstreamOf } from "../response-cache/fake-catalog.fixture.ts";
import { trustedProxiesVariable } from "./trusted-proxies.ts";

const notGranted = [403, "access_token_not_granted", "access_token was not sent"] as const;

for (const shape of ["mounted", "forwarded"] as const) {
  const catalog = createFakeCatalog();
  const { upstream, close } = await upstreamOf(catalog, shape, "a secret for these tests");
  afterAll(close);
  const upstreams = () => ({ ...echoServices(), catalog: upstream });
  const trustedProxies = trustedProxiesVariable().parse("127.0.0.0/8");
  const open = await startGateway({ upstreams, config: { anonymousReads: true } });
  const limited = await startGateway({
    upstreams,
    config: { anonymousReads: true, rateLimitPerMinute: 3, trustedProxies },
  });
  const shut = await startGateway({ upstreams });
  const feed = testFeed();
  for (const { deps } of [open, limited, shut]) deps.responseCache.follow("catalog", feed);
  const { http, demo, bearer } = open;
  const one = "/categories/MLA1";

  describe(`without a token, at a ${shape} service`, () => {
    beforeEach(() => {
      feed.live = true;
      feed.tell();
    });

    it("nothing is read unless the deployment allows it", async () => {
      expectProblem(await shut.http.get(one), ...notGranted);
      expect((await shut.http.get(one, shut.bearer("seller_mla"))).status).toBe(200);
      expectProblem(await shut.http.get(one), ...notGranted);
    });

    it("what is declared for anybody is read, as with a token", async () => {
      const plain = await http.get(one);
      expect(plain.status).toBe(200);
      expect((await http.get(one, bearer("seller_mla"))).text).toBe(plain.text);
      expect((await http.request("HEAD", one)).status).toBe(200);
      expect((await http.get(`${one}?attributes=id`)).json()).toEqual({ id: "MLA1" });
      expect((await http.get(`${one}?callback=f`)).text).toContain("[200, ");
    });

    it("it comes from the response cache, and so does an answer that a caller's read stored", async () => {
      const before = catalog.reads;
      await http.get(one);
      expect((await http.get(one)).status).toBe(200);
      expect((await http.get(one, bearer("buyer_mla"))).status).toBe(200);
      expect(catalog.reads).toBe(before + 1);
      await http.get("/categories/MLA2", bearer("buyer_mla"));
      expect((await http.get("/categories/MLA2")).status).toBe(200);
      expect(catalog.reads).toBe(before + 2);
    });

    it("nothing else is read, also not from the cache, and nothing is written", async () => {
      const plan = `${one}/plan`;
      expectProblem(await http.get(plan), ...notGranted);
      expect((await http.get(plan, bearer("seller_mla"))).status).toBe(200);
      expectProblem(await http.get(plan), ...notGranted);
      expectProblem(await http.get(`${one}/mine`), ...notGranted);
      expectProblem(await http.put(one), ...notGranted);
      expectProblem(await http.get("/users/me"), ...notGranted);
      expectProblem(await http.get(`/users/${demo.users.seller_mla.id}`), ...notGranted);
    });

    it("a bad token is refused all the same", async () => {
      await http.get(one);
      for (const token of ["garbage", demo.tokens.expired, demo.tokens.revoked]) {
        const headers = { Authorization: `Bearer ${token}` };
        expectProblem(await http.get(one, { headers }), 401, "invalid_token");
        expectProblem(await http.get(`${one}?access_token=${token}`), 401, "invalid_token");
      }
    });

    it("reads are limited by address, those from the cache included", async () => {
      const from = (address: string) => ({ headers: { "X-Forwarded-For": address } });
      for (const address of ["203.0.113.1", "203.0.113.2"]) {
        const statuses = [];
        for (let index = 0; index < 4; index++)
          statuses.push((await limited.http.get(one, from(`${address}`))).status);
        expect([address, ...statuses]).toEqual([address, 200, 200, 200, 429]);
      }
      limited.clock.advance(60_000);
    });
  });
}
