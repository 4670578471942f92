import { httpContender } from "../main/http-contender.ts";
import { measure, type Plan } from "../main/measure.ts";
import type { Product } from "../main/product.ts";
import { contentOf } from "../main/workloads/content.ts";
import { printShare } from "./share.ts";

/** What the lab costs the world `default`: reads of items with it, relative to a product without. */
export async function measureRecording(
  { without, with: withLab }: { without: Product; with: Product },
  plan: Plan,
): Promise<void> {
  const items = await contentOf(without).itemsOf("MLA");
  const of = (name: string, product: Product) => {
    const { get } = contentOf(product);
    const { url, pid, cpu } = product;
    const requests = items.map(({ id }) => get(`/items/${id}`));
    return httpContender({ name, url, pids: [pid], requests, cpu });
  };
  const field = { limit: of("without the lab", without), others: [of("with the lab", withLab)] };
  printShare(await measure({ path: "item", title: "item by id", ...field }, plan));
}
