import { problems } from "../problems.ts";
import { itemWire } from "./item-wire.ts";
import type { ItemsRepo } from "./items.repo.ts";

interface ReadDeps {
  items: ItemsRepo;
  webUrl: string;
}

/** The multiget: answers in the order of the ids, an unknown or malformed one as a 404 of its own. */
export async function readItems(ids: readonly string[], { items, webUrl }: ReadDeps) {
  const found = new Map((await items.list(ids)).map((item) => [item.id, item]));
  return ids.map((id) => {
    const item = found.get(id);
    if (item) return { code: 200, body: itemWire(item, webUrl) };
    const problem = problems.item_not_found({ id });
    return { code: problem.status, body: problem.body() };
  });
}
