import { setTimeout as delay } from "node:timers/promises";
import { attachedCaller } from "@marketplace/conventions";
import { openInvalidations } from "@marketplace/database";
import { swallowingProxy } from "@marketplace/database/testing";
import { startApp } from "@marketplace/testkit";
import { afterAll, expect, it } from "vitest";
import { echoServices, startGateway } from "../gateway.fixture.ts";
import { createApp, createDeps } from "../index.ts";
import { createFakeCatalog, upstreamOf } from "../response-cache/fake-catalog.fixture.ts";
import { revokeAllTokens } from "./revocation.service.ts";

// Another gateway, whose notices pass a proxy that swallows them when it is told to.
const gateway = await startGateway();
const { config, demo, bearer } = gateway;
const proxy = await swallowingProxy(config.databaseDirectUrl ?? config.databaseUrl);
const { log, clients } = gateway.deps;
const parts = {
  log,
  clients,
  authenticate: attachedCaller,
  clock: gateway.clock,
  systemClock: gateway.clock,
};
const deps = await createDeps({ ...config, databaseDirectUrl: proxy.url }, { ...parts, checks: true });
const notices = openInvalidations({ url: proxy.url });
const catalog = createFakeCatalog();
const { upstream } = await upstreamOf(catalog, "mounted", "a secret");
const http = startApp(() => createApp(deps, { ...echoServices(), catalog: upstream }));
deps.responseCache.follow("catalog", {
  get live() {
    return notices.listening;
  },
  on: (changed) => notices.on("tree", () => changed("tree")),
});
afterAll(async () => {
  await deps.close();
  await notices.close();
  await proxy.close();
});

it("a second after a change whose notice was swallowed, another gateway knows of it", async () => {
  const version = async () =>
    (await http.get("/categories/MLA1", bearer("buyer_mla"))).json<{ version: number }>().version;
  await expect.poll(() => notices.listening).toBe(true);
  expect((await http.get("/users/me", bearer("seller_mla"))).status).toBe(200);
  await expect.poll(async () => [await version(), await version(), catalog.reads].join()).toMatch(/^0,0,/);
  proxy.swallow();
  catalog.versions.set("MLA1", 1);
  await revokeAllTokens(gateway.deps, demo.users.seller_mla.id);
  // The notice did not arrive: what is remembered is still used.
  expect((await http.get("/users/me", bearer("seller_mla"))).status).toBe(200);
  await delay(1_000);
  gateway.clock.advance(1_000);
  expect((await http.get("/users/me", bearer("seller_mla"))).status).toBe(401);
  expect(await version()).toBe(1);
});
