import { expect, test } from "vitest";
import { sendTo } from "../api/api.ts";
import { itemLike, type Model } from "../product/items.ts";
import { servicesOf } from "../product/processes.ts";
import { newDataDir, started } from "./running.ts";

test("split, rules and profile of default reach the processes of the services", {
  timeout: 600_000,
}, async () => {
  const product = await started({
    dataDir: await newDataDir(),
    prepared: true,
    command: ["node", "scripts/start.mjs", "--split"],
  });
  const { baseUrl, sandbox } = product;
  const ask = (method: string, path: string, body?: unknown) =>
    sendTo(baseUrl, method, { path: `/_sandbox${path}`, token: sandbox.sandbox.admin_token, body });
  const { url = "" } = servicesOf(product.dataDir).find(({ name }) => name === "flex-service") ?? {};
  // What no client has asked for, as background work.
  const ready = async () => (await fetch(`${url}/readyz`)).status;

  expect(await ready()).toBe(200);
  const rule = { id: "all", target: "database", effect: { unavailable: true }, ttl_seconds: 120 };
  expect((await ask("PUT", "/faults", [rule])).status).toBe(200);
  await expect.poll(ready).toBe(503);
  expect((await ask("DELETE", "/faults/all")).status).toBe(204);
  await expect.poll(ready).toBe(200);

  const as = sandbox.users.seller_mla;
  const found = async (word: string) => {
    const answer = await sendTo(baseUrl, "GET", { path: `/sites/MLA/search?q=${word}`, as });
    return answer.text.includes(`Producto ${word}`);
  };
  const list = async (word: string) => {
    const model = await sendTo(baseUrl, "GET", { path: `/items/${sandbox.fixtures.item_active}`, as });
    const body = itemLike(model.json<Model>(), { title: `Producto ${word}` });
    expect((await sendTo(baseUrl, "POST", { path: "/items", as, body })).status).toBe(201);
  };
  expect((await ask("PUT", "/profile", { profile: "strict" })).status).toBe(200);
  // A busy machine may search too late for one of them, but not for all.
  const words = ["Vexumbalo", "Vexumbelo", "Vexumbilo", "Vexumbolo"];
  const unseen: string[] = [];
  for (const word of words) {
    await list(word);
    if (!(await found(word))) unseen.push(word);
  }
  expect(unseen.length).toBeGreaterThan(0);
  for (const word of words) await expect.poll(() => found(word)).toBe(true);
});
