import { expect } from "vitest";
import { post } from "../api/api.ts";
import { type Person, users } from "../api/world.ts";
import type { Outcome, Row } from "./row.ts";
import { item, once, pack, purchase } from "./things.ts";

const order = once(async () => (await purchase(await item())).orders[0]?.id);
const bought = once(pack);
const body = { note: "Llamar antes" };

/** Whether the path is of an order or of a pack. */
const subjects = [
  ["/orders/{id}/notes", order],
  ["/packs/{id}/notes", bought],
] as const;

/** What only the seller of an order or a pack may do. */
const sellers = (success: Outcome) => ({ seller: success, else: "403 not_owned_order" }) as const;

async function written(path: string): Promise<string> {
  const answer = await post(path, { as: users.seller_mla, body });
  expect(answer.status).toBe(201);
  return answer.json<{ note: { id: string } }>().note.id;
}

const notes = subjects.flatMap(([route, subject]): Row[] => {
  const path = async () => route.replace("{id}", String(await subject()));
  const one = async () => `${await path()}/${await written(await path())}`;
  return [
    {
      route: `GET ${route}`,
      refusal: "read",
      roles: sellers("200"),
      call: async () => ({ path: await path() }),
    },
    {
      route: `POST ${route}`,
      refusal: "write",
      roles: sellers("201"),
      call: async () => ({ path: await path(), body }),
    },
    {
      route: `PUT ${route}/{note_id}`,
      refusal: "write",
      roles: sellers("200"),
      call: async () => ({ path: await one(), body }),
    },
    {
      route: `DELETE ${route}/{note_id}`,
      refusal: "write",
      roles: sellers("204"),
      call: async () => ({ path: await one() }),
    },
  ];
});

/** Whom to invoice. A buyer's own id tells nobody but those who sold to them anything. */
const billing: Row[] = [
  {
    route: "GET /orders/billing-info/{site_id}/{id}",
    refusal: "read",
    roles: { seller: "200", else: "404 not_found" },
    call: async () => {
      await order();
      return { path: `/orders/billing-info/MLA/${users.buyer_mla.id}` };
    },
  },
  {
    route: "GET /orders/{id}/billing_info",
    refusal: "read",
    roles: sellers("200"),
    call: async () => ({ path: `/orders/${await order()}/billing_info` }),
  },
];

const parties = { seller: "200", buyer: "200", operator: "200", else: "403 not_owned_order" } as const;
const rating = { fulfilled: true, rating: "positive" };
const anOrder = async () => (await purchase(await item())).orders[0]?.id;
const giveOn = async (id: number | undefined, as: Person) => {
  const answer = await post(`/orders/${id}/feedback`, { as, body: rating });
  expect(answer.status).toBe(201);
  return answer.json<{ id: number }>().id;
};
/** The seller's feedback on a new order, whose buyer has given theirs as well. */
async function given(): Promise<number> {
  const id = await anOrder();
  await giveOn(id, users.buyer_mla);
  return giveOn(id, users.seller_mla);
}
const shown = once(given);

/** Feedback: parties give it, and read it with operators. */
const feedback: Row[] = [
  {
    route: "GET /orders/{id}/feedback",
    refusal: "read",
    roles: parties,
    call: async () => ({ path: `/orders/${await order()}/feedback` }),
  },
  {
    route: "POST /orders/{id}/feedback",
    refusal: "write",
    roles: { seller: "201", buyer: "201", else: "403 not_owned_order" },
    call: async () => ({ path: `/orders/${await anOrder()}/feedback`, body: rating }),
  },
  {
    route: "GET /feedback/{id}",
    refusal: "read",
    roles: parties,
    call: async () => ({ path: `/feedback/${await shown()}` }),
  },
  {
    route: "PUT /feedback/{id}",
    refusal: "write",
    roles: sellers("200"),
    call: async () => ({ path: `/feedback/${await shown()}`, body: rating }),
  },
  {
    route: "POST /feedback/{id}/reply",
    refusal: "write",
    roles: { buyer: "201", else: "403 not_owned_order" },
    call: async () => ({ path: `/feedback/${await given()}/reply`, body: { reply: "Gracias" } }),
  },
];

/** What follows a sale (spec: commerce.md 7). */
export const afterSaleRows: readonly Row[] = [...notes, ...billing, ...feedback];
