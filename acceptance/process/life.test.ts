import { expect, test } from "vitest";
import { sendTo } from "../api/api.ts";
import { isAlive, type Product, postgresPid } from "../product/product.ts";
import { newDataDir, started } from "./running.ts";

/** Asks a question of the product's own demo; returns its path. */
async function asked({ baseUrl, sandbox }: Product, text: string): Promise<string> {
  const body = { item_id: sandbox.fixtures.item_active, text };
  const answer = await sendTo(baseUrl, "POST", { path: "/questions", as: sandbox.users.buyer_mla, body });
  expect(answer.status).toBe(201);
  return `/questions/${answer.json<{ id: number }>().id}`;
}

async function expectKept(product: Product, paths: string[]): Promise<void> {
  for (const path of paths) {
    const answer = await sendTo(product.baseUrl, "GET", { path, as: product.sandbox.users.buyer_mla });
    expect({ path, status: answer.status }).toEqual({ path, status: 200 });
  }
}

test("data and tokens survive a stop, kill -9 of node, and kill -9 of everything", {
  timeout: 400_000,
}, async () => {
  const dataDir = await newDataDir();
  const first = await started({ dataDir, prepared: true });
  const paths = [await asked(first, "Antes de parar?")];

  first.signal("SIGTERM");
  const ending = await first.ended;
  expect(ending).toMatchObject({ code: 0 });
  expect(await postgresPid(dataDir)).toBeUndefined();

  const second = await started({ dataDir });
  expect(second.sandbox.users).toEqual(first.sandbox.users);
  expect(second.sandbox.fixtures).toEqual(first.sandbox.fixtures);
  await expectKept(second, paths);
  paths.push(await asked(second, "Antes de matar a node?"));
  const postgres = (await postgresPid(dataDir)) ?? 0;
  expect(isAlive(postgres)).toBe(true);
  second.signal("SIGKILL");
  await second.ended.catch(() => undefined);

  const third = await started({ dataDir });
  await expectKept(third, paths);
  paths.push(await asked(third, "Antes de matar todo?"));
  const server = (await postgresPid(dataDir)) ?? 0;
  third.signalGroup("SIGKILL");
  if (isAlive(server)) process.kill(server, "SIGKILL");
  await third.ended;

  const fourth = await started({ dataDir });
  expect(fourth.sandbox.tokens).toEqual(first.sandbox.tokens);
  await expectKept(fourth, paths);
  fourth.signalGroup("SIGINT");
  expect(await fourth.ended).toMatchObject({ code: 0 });
});
