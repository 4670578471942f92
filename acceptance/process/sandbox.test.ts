import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { sendTo } from "../api/api.ts";
import { servicesOf } from "../product/processes.ts";
import type { Product } from "../product/product.ts";
import { newDataDir, started } from "./running.ts";

const lab = (product: Product, method: string, path: string, body?: unknown) =>
  sendTo(product.baseUrl, method, {
    path: `/_sandbox${path}`,
    token: product.sandbox.sandbox.admin_token,
    body,
  });

const ask = (product: Product, text: string) =>
  sendTo(product.baseUrl, "POST", {
    path: "/questions",
    as: product.sandbox.users.buyer_mla,
    body: { item_id: product.sandbox.fixtures.item_active, text },
  });

const question = (product: Product, id: number) =>
  sendTo(product.baseUrl, "GET", { path: `/questions/${id}`, as: product.sandbox.users.seller_mla });

const split: [string, ...string[]] = ["node", "scripts/start.mjs", "--split"];

test("a crash leaves no world behind, a reset of default nothing of what happened", {
  timeout: 600_000,
}, async () => {
  const dataDir = await newDataDir();
  const killed = await started({ dataDir, prepared: true });
  const world = await lab(killed, "POST", "/worlds", {});
  expect(world.status).toBe(201);
  const id = await killWhileResetting(killed, dataDir);
  const product = await started({ dataDir });
  expect((await question(product, id)).text).not.toContain("Is it gone");
  expect((await lab(product, "GET", "/clock")).json()).toMatchObject({ offset_ms: 0, frozen: false });
  expect(product.sandbox.sandbox).toEqual(killed.sandbox.sandbox);
  const listed = await lab(product, "GET", "/worlds");
  expect(listed.json<{ results: { id: string }[] }>().results.map(({ id }) => id)).toEqual(["default"]);
  await expect.poll(() => readdir(join(dataDir, "sandbox"))).toEqual(["demo"]);
  await resetsDefault(product);
  await product.stop();
  const apart = await started({ dataDir, command: split });
  await resetsDefault(apart);
  await outlivesItsGateway(apart, dataDir);
});

/** Kills everything of a product while its databases get other names; the id of a question before that. */
async function killWhileResetting(product: Product, dataDir: string): Promise<number> {
  const { id, ended } = await resetting(product, dataDir, async () => {
    expect((await lab(product, "POST", "/clock", { advance: "PT1H" })).status).toBe(200);
  });
  product.signalGroup("SIGKILL");
  await product.ended;
  await ended;
  return id;
}

/** How often a reset is begun whose exchange of names has ended before anybody looked. */
const maxResets = 10;

/**
 * Asks a question, begins a reset of `default`, and waits until databases get other names. That takes
 * milliseconds, which a busy machine may pass over: then it begins another one.
 */
async function resetting(
  product: Product,
  dataDir: string,
  prepare: () => Promise<void> = async () => {},
): Promise<{ id: number; ended: Promise<unknown> }> {
  const journal = join(dataDir, "sandbox", "promotion.json");
  for (let resets = 0; resets < maxResets; resets++) {
    const { id } = (await ask(product, "Is it gone after this reset?")).json<{ id: number }>();
    await prepare();
    let isOver = false;
    const reset = lab(product, "POST", "/worlds/default/reset").catch(() => undefined);
    const ended = reset.finally(() => {
      isOver = true;
    });
    while (!isOver) {
      if (existsSync(journal)) return { id, ended };
      await delay(1);
    }
  }
  throw new Error(`no exchange of names was seen in ${maxResets} resets`);
}

/** Of a split product whose gateway is killed during a reset, the next gateway serves what was put back. */
async function outlivesItsGateway(product: Product, dataDir: string): Promise<void> {
  const { id, ended } = await resetting(product, dataDir);
  const gateway = servicesOf(dataDir).find(({ name }) => name === "edge-gateway");
  process.kill(gateway?.pid ?? 0, "SIGKILL");
  await ended;
  const again = () =>
    ask(product, "Does it work with another gateway?").then(
      ({ status }) => status,
      () => 0,
    );
  await expect.poll(again, { timeout: 120_000, interval: 250 }).toBe(201);
  expect((await question(product, id)).text).not.toContain("Is it gone");
  expect(existsSync(join(dataDir, "sandbox", "promotion.json"))).toBe(false);
}

async function resetsDefault(product: Product): Promise<void> {
  const asked = await ask(product, "Is it gone after a reset?");
  expect({ status: asked.status, text: asked.text }).toMatchObject({ status: 201 });
  const { id } = asked.json<{ id: number }>();
  const reset = await lab(product, "POST", "/worlds/default/reset");
  expect({ status: reset.status, body: reset.json() }).toMatchObject({
    status: 200,
    body: { world: { id: "default" }, users: product.sandbox.users, tokens: product.sandbox.tokens },
  });
  expect((await question(product, id)).text).not.toContain("Is it gone after a reset?");
  expect((await ask(product, "Does it work after a reset?")).status).toBe(201);
}

test.each<Record<string, string>>([{ SANDBOX: "off" }, { NODE_ENV: "production" }])(
  "with %j there is no lab",
  { timeout: 400_000 },
  async (env) => {
    const product = await started({ dataDir: await newDataDir(), seed: "none", env });
    expect(product.sandbox).not.toHaveProperty("sandbox");
    const answer = await sendTo(product.baseUrl, "GET", { path: "/_sandbox/worlds", token: "x" });
    expect({ status: answer.status, body: answer.json() }).toMatchObject({
      status: 404,
      body: { error: "resource not found" },
    });
  },
);
