import { expect } from "vitest";
import { post } from "../api/api.ts";
import { users } from "../api/world.ts";
import { onlySeller, type Role, type Row } from "./row.ts";
import { once, pack } from "./things.ts";

const { seller_mla: seller, buyer_mla: buyer } = users;
const bought = once(pack);
const conversation = async () => `/messages/packs/${await bought()}/sellers/${seller.id}`;

/** Strangers, and operators too, get 403 (spec: commerce.md 6). */
const parties = { buyer: "200", seller: "200", else: "403 forbidden" } as const;

/** A message of a role: the buyer writes to the seller, the others to the buyer. */
const messageOf = (role: Role) => ({
  from: { user_id: role === "buyer" ? buyer.id : seller.id },
  to: { user_id: role === "buyer" ? seller.id : buyer.id },
  text: "¿Cómo va el envío?",
});

/** A text file of the buyer. */
function note(): FormData {
  const form = new FormData();
  form.append("file", new File(["Medidas: 20 x 30 cm"], "medidas.txt", { type: "text/plain" }));
  return form;
}

/** A message of the buyer with a file. */
const sent = once(async () => {
  const uploaded = await post("/messages/attachments", { as: buyer, body: note() });
  expect(uploaded.status).toBe(201);
  const attachment = uploaded.json<{ id: string }>().id;
  const body = { ...messageOf("buyer"), attachments: [attachment] };
  const answer = await post(await conversation(), { as: buyer, body });
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 201 });
  return { id: answer.json<{ id: string }>().id, attachment };
});

const guide = "/messages/action_guide/packs";

export const messagesRows: readonly Row[] = [
  {
    route: "GET /messages/packs/{pack_id}/sellers/{seller_id}",
    refusal: "read",
    roles: parties,
    call: async () => ({ path: await conversation() }),
  },
  {
    route: "POST /messages/packs/{pack_id}/sellers/{seller_id}",
    refusal: "write",
    roles: { buyer: "201", seller: "201", else: "403 forbidden" },
    call: async (role) => ({ path: await conversation(), body: messageOf(role) }),
  },
  {
    route: "PUT /messages/packs/{pack_id}/sellers/{seller_id}",
    refusal: "write",
    // The buyer alone blocks and reopens the conversation.
    roles: { buyer: "200", else: "403 forbidden" },
    call: async () => ({ path: await conversation(), body: { status: "active" } }),
  },
  {
    route: "GET /messages/{id}",
    refusal: "read",
    roles: parties,
    call: async () => ({ path: `/messages/${(await sent()).id}` }),
  },
  {
    route: "GET /messages/unread",
    refusal: "read",
    roles: { else: "200" },
    call: () => ({ path: "/messages/unread?role=seller" }),
  },
  {
    route: "GET /messages/unread/packs/{pack_id}/sellers/{seller_id}",
    refusal: "read",
    roles: parties,
    call: async () => ({ path: (await conversation()).replace("/messages/", "/messages/unread/") }),
  },
  {
    route: "GET /messages/action_guide/packs/{pack_id}",
    refusal: "read",
    roles: onlySeller,
    call: async () => ({ path: `${guide}/${await bought()}` }),
  },
  {
    route: "GET /messages/action_guide/packs/{pack_id}/caps_available",
    refusal: "read",
    roles: onlySeller,
    call: async () => ({ path: `${guide}/${await bought()}/caps_available` }),
  },
  {
    route: "POST /messages/action_guide/packs/{pack_id}/option",
    refusal: "write",
    roles: { seller: "201", else: "403 forbidden" },
    call: async () => ({ path: `${guide}/${await pack()}/option`, body: { option_id: "REQUEST_VARIANTS" } }),
  },
  {
    route: "POST /messages/attachments",
    refusal: "write",
    roles: { else: "201" },
    call: () => ({ path: "/messages/attachments", body: note() }),
  },
  {
    route: "GET /messages/attachments/{attachment_id}",
    refusal: "read",
    roles: parties,
    call: async () => ({ path: `/messages/attachments/${(await sent()).attachment}` }),
  },
];
