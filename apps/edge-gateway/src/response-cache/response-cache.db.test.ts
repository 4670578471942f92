import { type IncomingMessage, request } from "node:http";
import { startTelemetry } from "@marketplace/telemetry";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { echoServices, startGateway } from "../gateway.fixture.ts";
import { createFakeCatalog, testFeed, upstreamOf } from "./fake-catalog.fixture.ts";

const secret = "a secret for these tests";

interface Raw {
  status: number | undefined;
  headers: string[];
  body: string;
}

function raw(url: string, method: string, headers: Record<string, string>): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers, agent: false }, async (incoming: IncomingMessage) => {
      const body = Buffer.concat(await incoming.toArray()).toString("latin1");
      resolve({ status: incoming.statusCode, headers: withoutTime(incoming.rawHeaders), body });
    });
    outgoing.on("error", reject);
    outgoing.end();
  });
}

/** Two equal answers differ in the date only: the test sends the request id. */
const withoutTime = (headers: string[]): string[] =>
  headers.map((text, index) =>
    index % 2 === 1 && headers[index - 1]?.toLowerCase() === "date" ? "now" : text,
  );

for (const shape of ["mounted", "forwarded"] as const) {
  const catalog = createFakeCatalog();
  const { upstream, close } = await upstreamOf(catalog, shape, secret);
  afterAll(close);
  const telemetry = (await startTelemetry("edge-gateway", {})).of("edge-gateway");
  const { http, demo, deps, clock } = await startGateway({
    telemetry,
    upstreams: () => ({ ...echoServices(), catalog: upstream }),
  });
  const feed = testFeed();
  const bearer = (name: "seller_mla" | "buyer_mla") => ({
    Authorization: `Bearer ${demo.users[name].access_token}`,
  });
  const version = async (id: string) =>
    (await http.get(`/categories/${id}`, { headers: bearer("buyer_mla") })).json<{ version: number }>()
      .version;

  describe(`a cached response of a ${shape} service`, () => {
    beforeEach(() => {
      feed.live = true;
      feed.tell();
    });

    const one = "/categories/MLA1";
    const seller = bearer("seller_mla");
    const readOnly = { Authorization: `Bearer ${demo.tokens.read_only_seller_mla}` };
    const asked: [name: string, method: string, path: string, headers: Record<string, string>][] = [
      ["a plain read", "GET", one, seller],
      ["a read with scope read alone", "GET", one, readOnly],
      ["HEAD", "HEAD", one, seller],
      ["a mask", "GET", `${one}?attributes=id`, seller],
      ["a script", "GET", `${one}?callback=f`, seller],
      ["a script by another spelling", "GET", `${one}?c%61llback=f`, seller],
      ["a bad script", "GET", `${one}?callback=1`, seller],
      ["a trailing slash", "GET", `${one}/`, seller],
      ["one encoded segment", "GET", "/categories%2FMLA1", seller],
      ["any ETag", "GET", one, { ...seller, "If-None-Match": "*" }],
      ["another ETag", "GET", one, { ...seller, "If-None-Match": '"x", W/"y"' }],
      ["HEAD with any ETag", "HEAD", one, { ...seller, "If-None-Match": "*" }],
      ["a range", "GET", one, { ...seller, Range: "bytes=0-1" }],
      ["no token", "GET", one, {}],
      ["an unknown token", "GET", one, { Authorization: "Bearer nonsense" }],
      ["an expired token", "GET", one, { Authorization: `Bearer ${demo.tokens.expired}` }],
      ["another scheme", "GET", one, { Authorization: "Basic dTpw" }],
      ["the older parameter", "GET", `${one}?access_token=${demo.users.buyer_mla.access_token}`, {}],
      ["OPTIONS", "OPTIONS", one, {}],
      ["an unknown method", "DELETE", one, seller],
      ["what only the gateway may send", "GET", one, { ...seller, "X-Marketplace-Caller": "x" }],
      ["a closing connection", "GET", one, { ...seller, Connection: "close" }],
    ];
    it.each(asked)(
      "%s is answered as by the full pipeline, byte by byte",
      async (_, method, path, headers) => {
        const ask = () => raw(http.baseUrl + path, method, { ...headers, "X-Request-Id": "same" });
        // A feed that is not live: nothing is stored.
        feed.live = false;
        const uncached = await ask();
        feed.live = true;
        deps.responseCache.follow("catalog", feed);
        await http.get(path, { headers: bearer("seller_mla") });
        expect(await ask()).toEqual(uncached);
        expect(await ask()).toEqual(uncached);
      },
    );

    it("does not reach the service again, for another caller neither", async () => {
      await version("MLA2");
      const before = catalog.reads;
      const answer = await http.get("/categories/MLA2", { headers: bearer("seller_mla") });
      expect(answer.json()).toMatchObject({ id: "MLA2", version: 0 });
      expect(catalog.reads).toBe(before);
    });

    it("counts a hit when it is served and a miss when it is stored", async () => {
      const counts = async () => {
        const text = (await telemetry.exposition?.())?.text ?? "";
        const found = text.matchAll(/^cache_requests_total\{.*cache="answers",result="(\w+)"\} (\d+)$/gm);
        return Object.fromEntries([...found].map(([, result, count]) => [result, Number(count)]));
      };
      await version("MLA2");
      const { hit = 0, miss = 0 } = await counts();
      await version("MLA2");
      await version("MLA9");
      expect(await counts()).toEqual({ hit: hit + 1, miss: miss + 1 });
    });

    it("has a request id of its own each time, and the client's when there is one", async () => {
      await version("MLA2");
      const ids = await Promise.all(
        [1, 2].map(
          async () =>
            (await http.get("/categories/MLA2", { headers: bearer("buyer_mla") })).headers["x-request-id"],
        ),
      );
      expect(new Set(ids).size).toBe(2);
      const named = { ...bearer("buyer_mla"), "X-Request-Id": "mine" };
      expect((await http.get("/categories/MLA2", { headers: named })).headers["x-request-id"]).toBe("mine");
    });

    it("never serves what belongs to one caller", async () => {
      for (const name of ["seller_mla", "buyer_mla"] as const) {
        const answer = await http.get("/categories/MLA2/mine", { headers: bearer(name) });
        expect(answer.json()).toEqual({ user: demo.users[name].id });
      }
    });

    it("is invalidated before the caller's own change is answered, every time", async () => {
      for (const expected of [1, 2, 3]) {
        await version("MLA3");
        await http.put("/categories/MLA3", { headers: bearer("seller_mla") });
        expect(await version("MLA3")).toBe(expected);
      }
    });

    it("does not store what was read before a change", async () => {
      const held = Promise.withResolvers<void>();
      const before = catalog.reads;
      catalog.hold = held.promise;
      const overtaken = version("MLA4");
      await expect.poll(() => catalog.reads).toBe(before + 1);
      catalog.hold = undefined;
      await http.put("/categories/MLA4", { headers: bearer("seller_mla") });
      held.resolve();
      expect(await overtaken).toBe(0);
      expect(await version("MLA4")).toBe(1);
    });

    it("is invalidated by an announced change, a feed that is not live, and its expiry", async () => {
      await version("MLA5");
      catalog.versions.set("MLA5", 1);
      feed.tell("something else");
      expect(await version("MLA5")).toBe(0);
      feed.tell("tree");
      expect(await version("MLA5")).toBe(1);
      catalog.versions.set("MLA5", 2);
      feed.live = false;
      expect(await version("MLA5")).toBe(2);
      feed.live = true;
      await version("MLA5");
      catalog.versions.set("MLA5", 3);
      clock.advance(60_000);
      expect(await version("MLA5")).toBe(3);
    });
  });
}
