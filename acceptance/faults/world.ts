import { itemLike, type Model } from "../product/items.ts";
import type { Sandbox } from "../product/sandbox.ts";
import type { Asker } from "./ask.ts";

/** Subjects of the writes: a new seller with one item to ask about and sell, and one to edit. */
export interface World {
  seller: Someone;
  buyer: Someone;
  item: string;
  /** Stock of `item` at the start. */
  stock: number;
  edited: string;
}

interface Someone {
  id: number;
  access_token: string;
}

const stock = 100_000;

/** Creates the subjects through the API. */
export async function newWorld(ask: Asker, { users, fixtures }: Sandbox): Promise<World> {
  const by = users.seller_mla.access_token;
  const seller = (
    await ask("POST", "/users/test_user", { token: by, body: { site_id: "MLA" } })
  ).json<Someone>();
  const model = await ask("GET", `/items/${fixtures.item_active}`, { token: by });
  const create = async (quantity: number) => {
    const change = { title: titleOf(0), price: priceOf(0), available_quantity: quantity };
    const body = itemLike(model.json<Model>(), change);
    const made = await ask("POST", "/items", { token: seller.access_token, body });
    if (made.status !== 201) throw new Error(`the world could not be made: ${made.status} ${made.bytes}`);
    return made.json<{ id: string }>().id;
  };
  return { seller, buyer: users.buyer_mla, item: await create(stock), stock, edited: await create(1) };
}

/** Title and price of the n-th version of an item. */
export const titleOf = (version: number): string => `Producto de prueba ${version}`;
export const priceOf = (version: number): number => 1_000 + version;
