import { randomUUID } from "node:crypto";
import { expect, test, vi } from "vitest";
import { get, post, put } from "../api/api.ts";
import { itemLike, type Model } from "../product/items.ts";
import { admin, worldOfFile } from "./lab.ts";

// Making worlds takes seconds, and longer on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

const world = worldOfFile();

const inWorld = () => ({ token: admin, headers: { "X-Sandbox-World": world().world.id } });
const seller = () => ({ token: world().users.seller_mla?.access_token ?? "" });

/** Lists an item with a word of its own, and counts how many a search for it finds. */
async function listed(): Promise<() => Promise<number>> {
  const word = `zuwa${randomUUID().replaceAll(/[^a-f]/g, "")}korin`;
  const model = await get(`/items/${world().fixtures.item_active}`, seller());
  const body = itemLike(model.json<Model>(), { title: `Producto ${word}` });
  const made = await post("/items", { ...seller(), body });
  expect({ status: made.status, text: made.text }).toMatchObject({ status: 201 });
  return async () => {
    const found = await get(`/sites/MLA/search?q=${word}`, seller());
    // The index of a new world is built at its first use.
    if (found.status === 503) return -1;
    return found.json<{ results: { title: string }[] }>().results.filter(({ title }) => title.includes(word))
      .length;
  };
}

/** The same of an item that is not found at first. A busy machine may search too late, but not always. */
async function listedUnseen(): Promise<() => Promise<number>> {
  for (let tries = 0; tries < 5; tries++) {
    const strict = await listed();
    if ((await strict()) === 0) return strict;
  }
  throw new Error("each of five items was found at once");
}

test("a kind world finds new items at once, a strict one after a while", async () => {
  const kind = await listed();
  await expect.poll(kind).toBe(1);
  expect((await put("/_sandbox/profile", { ...inWorld(), body: { profile: "strict" } })).status).toBe(200);
  const strict = await listedUnseen();
  await expect.poll(strict).toBe(1);
});
