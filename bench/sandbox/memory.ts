import { setTimeout as delay } from "node:timers/promises";
import type { Product } from "../main/product.ts";
import { inspect, type Memory } from "./inspected.ts";
import { labOf, type World } from "./lab.ts";

/** Worlds without requests for half a minute are looked for every few seconds. */
const asleepAfterMs = 40_000;

/** What each of some worlds adds to the memory of the product, after garbage collections. */
export async function measureMemory(product: Product, count: number, port: number): Promise<void> {
  const lab = labOf(product);
  const inspector = await inspect(product.pid, port);
  const measured = await lab.create();
  const use = async (world: World) => {
    for (const path of pathsOf(world)) await lab.read(world, path);
  };
  // The first world loads what all others share.
  await use(measured);
  const before = await inspector.memory();
  const worlds: World[] = [];
  const row = async (name: string) => {
    print(name, before, await inspector.memory(), count);
  };
  while (worlds.length < count) worlds.push(await lab.create());
  await row("made");
  for (const world of worlds) await lab.read(world, `/items/${world.fixtures.item_active}`);
  await row("open, an item was read");
  for (const world of worlds) await use(world);
  await row("open, searched, predicted");
  await delay(asleepAfterMs);
  await row("closed again");
  for (const world of worlds) await lab.drop(world);
  await row("dropped");
  inspector.close();
}

const pathsOf = ({ fixtures }: World): string[] => [
  `/items/${fixtures.item_active}`,
  "/users/me",
  "/sites/MLA/categories",
  "/sites/MLA/search?q=celular",
  "/sites/MLA/domain_discovery/search?q=celular%20samsung",
  `/questions/search?item=${fixtures.item_active}&api_version=4`,
  "/orders/search?buyer=me",
];

function print(name: string, before: Memory, now: Memory, count: number): void {
  const figures = (["resident", "heap", "external"] as const).map((part) =>
    `${((now[part] - before[part]) / count).toFixed(1)} MiB`.padStart(10),
  );
  console.log(`${name.padEnd(26)} ${figures.join(" ")}`);
}
