import { expect } from "vitest";
import { type Answer, type RequestOptions, sendTo } from "../api/api.ts";
import { itemLike, type Model } from "../product/items.ts";
import type { Product } from "../product/product.ts";

/** An acknowledged write. */
export type Written =
  | { kind: "question"; id: number }
  | { kind: "order"; id: number }
  | { kind: "upload"; pack: number; id: string; bytes: string };

/** Address and demo data of a product. */
export type Place = Pick<Product, "baseUrl" | "sandbox">;

export const ask = (
  { baseUrl }: Place,
  method: string,
  path: string,
  more: RequestOptions = {},
): Promise<Answer> => sendTo(baseUrl, method, { path, ...more });

async function created<T>(answer: Promise<Answer>): Promise<T> {
  const { status, text, json } = await answer;
  expect({ status, text }).toMatchObject({ status: expect.toBeOneOf([200, 201]) });
  return json<T>();
}

/** An item of the demo's seller with enough stock for every order. */
export async function plentifulItem(place: Place): Promise<string> {
  const { users, fixtures } = place.sandbox;
  const as = users.seller_mla;
  const model = await ask(place, "GET", `/items/${fixtures.item_active}`, { as });
  const body = itemLike(model.json<Model>(), { price: 1_000, available_quantity: 99_999 });
  return (await created<{ id: string }>(ask(place, "POST", "/items", { as, body }))).id;
}

export async function askQuestion(place: Place, item: string, text: string): Promise<Written> {
  const request = { as: place.sandbox.users.buyer_mla, body: { item_id: item, text } };
  const { id } = await created<{ id: number }>(ask(place, "POST", "/questions", request));
  return { kind: "question", id };
}

/** The order of a single item is its own pack. */
export async function placeOrder(place: Place, item: string): Promise<Written & { kind: "order" }> {
  const request = { as: place.sandbox.users.buyer_mla, body: { items: [{ id: item, quantity: 1 }] } };
  const { orders } = await created<{ orders: { id: number }[] }>(ask(place, "POST", "/orders", request));
  return { kind: "order", id: orders[0]?.id ?? 0 };
}

export const documents = (pack: number): string => `/packs/${pack}/fiscal_documents`;

export async function uploadTo(place: Place, pack: number): Promise<Written> {
  const bytes = `%PDF-1.4 ${pack} ${"factura ".repeat(pack % 5000)}`;
  const body = new FormData();
  body.append("fiscal_document", new File([bytes], "factura.pdf", { type: "application/pdf" }));
  const request = { as: place.sandbox.users.seller_mla, body };
  const { ids } = await created<{ ids: string[] }>(ask(place, "POST", documents(pack), request));
  return { kind: "upload", pack, id: ids[0] ?? "", bytes };
}

/** Writers that ask, buy and upload without a pause, until they are stopped. */
export interface Traffic {
  /** Acknowledged writes so far, in order. */
  written: Written[];
  /** Stops the writers; resolves after the last answer, and rejects when a write was refused. */
  stop(): Promise<void>;
}

export function startTraffic(place: Place, item: string): Traffic {
  const written: Written[] = [];
  let going = true;
  const until = async (work: (turn: number) => Promise<void>) => {
    for (let turn = 0; going; turn++) await work(turn);
  };
  const asking = until(async (turn) => void written.push(await askQuestion(place, item, `¿Queda ${turn}?`)));
  const selling = until(async () => {
    const order = await placeOrder(place, item);
    written.push(order);
    written.push(await uploadTo(place, order.id));
  });
  const writers = Promise.all([asking, selling]);
  // stop() reports the rejection; nothing awaits it until then.
  writers.catch(() => {});
  return {
    written,
    async stop() {
      going = false;
      await writers;
    },
  };
}
