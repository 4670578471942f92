import { setTimeout as delay } from "node:timers/promises";
import { dueWork } from "@marketplace/server";
import { fakeClock, startApp } from "@marketplace/testkit";
import { beforeEach, expect, test } from "vitest";
import { adminHeaders, testLab } from "../lab.fixture.ts";
import type { Engine } from "./engine.ts";
import type { States } from "./states.ts";

/** The keys of all states. */
const stored = new Set<string>();
/** What happens while a state is copied. */
let whileCopied: (to: string) => Promise<void>;
/** What happens when the clock of a world is moved. */
let whileDue: () => Promise<void>;
beforeEach(() => {
  whileCopied = async () => {};
  whileDue = async () => {};
});

const unused = () => Promise.reject(new Error("no state is looked into here"));
const states: States = {
  databaseOf: (key, service) => `${key}_${service}`,
  folderOf: (key) => `/nowhere/${key}`,
  async copy(_from, to) {
    stored.add(to);
    await whileCopied(to);
  },
  drop: async (key) => void stored.delete(key),
  withTables: unused,
  promote: async () => {},
  finishPromotion: async () => false,
  keys: async () => [...stored],
};
const document = {
  users: { buyer: { id: 1, access_token: "APP_USR-1" } },
  applications: {},
  tokens: {},
  fixtures: {},
};
const engine: Engine = {
  open: async () => ({
    app: (_req, res) => void res.end("served"),
    due: [dueWork([], () => whileDue())],
    isBusy: async () => false,
    close: async () => {},
  }),
  prepare: async () => document,
  unexported: async () => ({}),
  adopt: unused,
  fill: unused,
  migrate: async () => {},
  reissue: async () => document,
};
let reopens = true;
const real = fakeClock("2026-03-10T15:00:00.000Z");
const lab = testLab({
  systemClock: real,
  states,
  engine,
  home: {
    from: "demo",
    document,
    async restore(exchange) {
      await exchange();
      if (!reopens) throw new Error("a service did not open");
    },
  },
});
const http = startApp(() => lab.around((_req, res) => void res.end("the product")));
const ask = (method: "get" | "post" | "put" | "delete", path: string, body?: object) =>
  http[method](`/_sandbox${path}`, { headers: adminHeaders, ...(body && { body }) });
const newWorld = async () => {
  const made = await ask("post", "/worlds", { from: "demo" });
  expect(made.status).toBe(201);
  return made.json<{ world: { id: string } }>().world.id;
};
/** The keys of copies that were made ahead do not count. */
const kept = () => [...stored].filter((key) => !key.startsWith("ready"));

test("a fork whose source ends meanwhile is made", async () => {
  const id = await newWorld();
  let dropped: ReturnType<typeof ask> | undefined;
  whileCopied = async (to) => {
    if (to.startsWith("w")) dropped ??= ask("delete", `/worlds/${id}`);
    await expect.poll(async () => (await ask("get", `/worlds/${id}`)).status).toBe(404);
  };
  const fork = await ask("post", `/worlds/${id}/fork`, {});
  expect(fork.status).toBe(201);
  expect((await dropped)?.status).toBe(204);
  whileCopied = async () => {};
  expect((await ask("delete", `/worlds/${fork.json<{ world: { id: string } }>().world.id}`)).status).toBe(
    204,
  );
});

test("a copy of a world whose clock is being moved has a clock that goes on", async () => {
  const [began, ends] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const id = await newWorld();
  whileDue = async () => {
    began.resolve();
    await ends.promise;
  };
  const moved = ask("post", `/clock?world=${id}`, { advance: "P30D" });
  await began.promise;
  const fork = ask("post", `/worlds/${id}/fork`, {});
  // Longer than work on a state waits for what uses it.
  for (let round = 0; round < 20; round += 1) {
    await delay(10);
    real.advance(6_000);
  }
  ends.resolve();
  expect((await moved).status).toBe(200);
  const made = (await fork).json<{ world: { id: string } }>().world.id;
  const clock = (await ask("get", `/clock?world=${made}`)).json<object>();
  expect(clock).toMatchObject({ frozen: false, offset_ms: 30 * 24 * 3_600_000 });
});

test("of a fork that fails nothing stays", async () => {
  const id = await newWorld();
  const before = kept();
  whileCopied = (to) =>
    to.startsWith("w") ? Promise.reject(new Error("the disk is full")) : Promise.resolve();
  expect((await ask("post", `/worlds/${id}/fork`, {})).status).toBe(500);
  expect(kept()).toEqual(before);
});

test("a reset of default whose services do not open again has ended the earlier fault rules, too", async () => {
  const rule = { id: "slow", target: "api", effect: { status: 503 }, ttl_seconds: 60 };
  expect((await ask("put", "/faults", [rule])).status).toBe(200);
  reopens = false;
  expect((await ask("post", "/worlds/default/reset")).status).toBe(500);
  expect((await ask("get", "/faults")).json()).toMatchObject({ results: [] });
});
