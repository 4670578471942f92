import { httpContender } from "../main/http-contender.ts";
import type { LoadRequest } from "../main/load.ts";
import { measure, type Plan } from "../main/measure.ts";
import type { Product } from "../main/product.ts";
import { contentOf } from "../main/workloads/content.ts";
import { labOf, type World } from "./lab.ts";
import { printShare } from "./share.ts";

const requestCount = 4_000;

/** Requests a second over many worlds relative to one: as many requests, in turns, in one process. */
export async function measureTogether(product: Product, count: number, plan: Plan): Promise<void> {
  const lab = labOf(product);
  const worlds: World[] = [];
  while (worlds.length < count) worlds.push(await lab.create());
  const items = (await contentOf(product).itemsOf("MLA")).map(({ id }) => id);
  const { url, pid, cpu } = product;
  const of = (name: string, used: readonly World[]) =>
    httpContender({ name, url, pids: [pid], requests: requestsTo(used, items), cpu });
  const field = { limit: of("one world", worlds.slice(0, 1)), others: [of(`${count} worlds`, worlds)] };
  printShare(await measure({ path: "item", title: "item by id", ...field }, plan));
  for (const world of worlds) await lab.drop(world);
}

/** Reads of items, by the worlds in turn. */
function requestsTo(worlds: readonly World[], items: readonly string[]): LoadRequest[] {
  const headers = worlds.map(({ users }) => ({ Authorization: `Bearer ${users.buyer_mla.access_token}` }));
  return Array.from({ length: requestCount }, (_, number) => ({
    method: "GET",
    path: `/items/${items[Math.floor(number / worlds.length) % items.length]}`,
    headers: headers[number % worlds.length] ?? {},
  }));
}
