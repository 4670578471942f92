import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "vitest";
import { type Answer, sendTo } from "../api/api.ts";
import { itemLike, type Model } from "../product/items.ts";
import { base, fixtures, users } from "./sockets.ts";

export const sixty = Array.from({ length: 60 }, (_, n) => n);

/** Requests of other files may have put categories below those of the demo, where items are refused then. */
async function newCategory(): Promise<string> {
  const body = { site_id: "MLA", name: `Compras ${randomUUID()}` };
  const answer = await sendTo(base, "POST", { as: users.operator, path: "/categories", body });
  expect({ status: answer.status, text: answer.text }).toEqual({ status: 201, text: expect.any(String) });
  return answer.json<{ id: string }>().id;
}

export async function newItem(available_quantity: number): Promise<string> {
  return (await listed({ available_quantity })).id;
}

interface Listed {
  id: string;
  variations: { id: number; available_quantity: number }[];
}

export async function listed(fields: Record<string, unknown>): Promise<Listed> {
  const as = users.seller_mla;
  const model = await sendTo(base, "GET", { as, path: `/items/${fixtures.item_active}` });
  const change = { ...fields, category_id: await newCategory(), attributes: [] };
  const body = itemLike(model.json<Model>(), change);
  const answer = await sendTo(base, "POST", { as, path: "/items", body });
  expect({ status: answer.status, text: answer.text }).toEqual({ status: 201, text: expect.any(String) });
  return answer.json<Listed>();
}

export const stockOf = async (id: string): Promise<number> => {
  const answer = await sendTo(base, "GET", { as: users.seller_mla, path: `/items/${id}` });
  return answer.json<{ available_quantity: number }>().available_quantity;
};

/** How often a purchase is sent that is answered 503. */
const maxTries = 5;

/**
 * Buys one piece. On a machine that is busy for ten seconds a purchase waits too long for those before it,
 * and is answered 503: it is sent again then, with its key, as clients do.
 */
export async function buy(id: string, key: string, variation_id?: number): Promise<Answer> {
  const body = { items: [{ id, variation_id, quantity: 1 }] };
  const ask = { path: "/orders", as: users.buyer_mla, body, headers: { "Idempotency-Key": key } };
  let answer = await sendTo(base, "POST", ask);
  for (let tries = 1; answer.status === 503 && tries < maxTries; tries++) {
    await delay(Number(answer.headers.get("retry-after")) * 1_000);
    answer = await sendTo(base, "POST", ask);
  }
  return answer;
}

/** The statuses of another user's reads until the work ends. */
export async function readingBeside(work: Promise<unknown>) {
  let over = false;
  const ended = () => {
    over = true;
  };
  work.then(ended, ended);
  const paths = [
    `/packs/${fixtures.pack_seller2}`,
    `/items/${fixtures.item_seller2}`,
    "/users/me",
    "/questions/search?seller_id=me",
  ];
  const statuses = new Set<number>();
  for (let n = 0; !over; n++) {
    const { status } = await sendTo(base, "GET", {
      as: users.seller2_mla,
      path: paths[n % paths.length] ?? "",
    });
    statuses.add(status);
  }
  return statuses;
}

/** Readers behind a blocking purchase were refused, after they had waited for ten seconds. */
export function expectServed(statuses: ReadonlySet<number>): void {
  expect([...statuses].filter((status) => status >= 500)).toEqual([]);
}
