import { conforms, expectProblem } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import { buyer, ids, ordersService, seller, silentSeller, stranger } from "../orders.fixture.ts";
import { conversationOf, type MessageJson, talk } from "./messages.fixture.ts";
import { messages } from "./messages.resource.ts";

const service = await ordersService();
const { http, sale, clock, db } = service;
const { write, written, read, eventsDuring } = talk(service);
const contact = "llamame al +5491144445555";

describe("a message", () => {
  it("has the shape of the public API", async () => {
    const { packId } = await sale();
    const answer = await write(packId, seller, "¡Hola! Ya sale tu compra.");
    expect(answer.status).toBe(201);
    const now = clock.now().toISOString();
    expect(answer.json()).toEqual({
      id: expect.stringMatching(/^[\da-f]{32}$/),
      site_id: "MLA",
      client_id: expect.any(Number),
      from: { user_id: ids.seller },
      to: { user_id: ids.buyer },
      status: "available",
      subject: null,
      text: "¡Hola! Ya sale tu compra.",
      message_date: { received: now, available: now, notified: now, created: now, read: null },
      message_moderation: { status: "clean", reason: null, source: "online", moderation_date: now },
      message_attachments: null,
      message_resources: [
        { id: String(packId), name: "packs" },
        { id: String(ids.seller), name: "sellers" },
      ],
      conversation_first_message: true,
    });
  });

  it("is the first of its conversation once, also of two at once", async () => {
    const { packId } = await sale();
    await Promise.all([written(packId, seller, "Hola"), written(packId, buyer, "Buenas")]);
    const { messages: all } = await read(packId, seller);
    expect(all.map((one) => one.conversation_first_message)).toEqual([false, true]);
  });

  it("takes ids as text, and the id of an order without a pack", async () => {
    const { orderId } = await sale({}, { packed: false });
    const more = { from: { user_id: String(ids.buyer) }, to: { user_id: String(ids.seller) } };
    await written(orderId, buyer, "¿Cuándo llega?", more);
    expect((await read(orderId, seller)).paging.total).toBe(1);
  });

  it("is read by its id, by those who sent and received it only", async () => {
    const { packId } = await sale();
    const { id } = await written(packId, seller, "Hola");
    const answer = await http.get(`/messages/${id}?tag=post_sale`, { as: buyer });
    expect(answer.json()).toMatchObject({ paging: null, conversation_status: null, messages: [{ id }] });
    expect((await read(packId, seller)).messages[0]?.message_date.read).toBeNull();
    const message = `User access token invalid for resource ${packId}`;
    expectProblem(await http.get(`/messages/${id}`, { as: stranger }), 403, "forbidden", message);
    for (const unknown of ["0123456789abcdef0123456789abcdef", "1"]) {
      const missing = await http.get(`/messages/${unknown}`, { as: buyer });
      expectProblem(missing, 400, "bad_request", "The specified message id does not exists");
    }
  });

  it("is sent once per Idempotency-Key", async () => {
    const { packId } = await sale();
    const body = { from: { user_id: ids.buyer }, to: { user_id: ids.seller }, text: "Una vez" };
    const ask = { as: buyer, body, headers: { "Idempotency-Key": "once" } };
    const [one, other] = await Promise.all([1, 2].map(() => http.post(conversationOf(packId), ask)));
    expect(one?.json<MessageJson>().id).toBe(other?.json<MessageJson>().id);
    expect((await read(packId, seller)).paging.total).toBe(1);
  });
});

describe("a conversation", () => {
  it("is read ten at a time, the newest first", async () => {
    const { packId } = await sale();
    for (let number = 1; number <= 12; number += 1) await written(packId, buyer, `Mensaje ${number}`);
    const first = await read(packId, seller);
    expect(first.paging).toEqual({ total: 12, offset: 0, limit: 10 });
    expect(first.messages.map(({ text }) => text).slice(0, 2)).toEqual(["Mensaje 12", "Mensaje 11"]);
    const rest = await read(packId, seller, "mark_as_read=false&limit=5&offset=10");
    expect(rest.messages.map(({ text }) => text)).toEqual(["Mensaje 2", "Mensaje 1"]);
    for (const query of ["limit=101", "limit=ten", "offset=-1", "offset=9999"]) {
      const answer = await http.get(`${conversationOf(packId)}?${query}`, { as: seller });
      expectProblem(answer, 400, "bad_request");
    }
  });

  it("says its status and the lengths", async () => {
    const { packId } = await sale();
    const answer = await http.get(conversationOf(packId), { as: seller });
    expect(answer.json()).toEqual({
      paging: { total: 0, offset: 0, limit: 10 },
      conversation_status: {
        path: `/packs/${packId}/sellers/${ids.seller}`,
        status: "active",
        substatus: null,
        status_date: clock.now().toISOString(),
        status_update_allowed: false,
        claim_id: null,
        shipping_id: null,
      },
      messages: [],
      seller_max_message_length: 350,
      buyer_max_message_length: 3_500,
    });
  });
});

describe("marks of reading", () => {
  it("are not set by HEAD", async () => {
    const { packId } = await sale();
    await written(packId, seller, "Hola");
    const answer = await http.head(conversationOf(packId), { as: buyer });
    expect(answer.status).toBe(200);
    const [message] = (await read(packId, seller)).messages;
    expect(message?.message_date.read).toBeNull();
  });

  it("are set by reading, unless the reader says not to", async () => {
    const { packId } = await sale();
    const { id } = await written(packId, seller, "Hola");
    expect(await eventsDuring(() => read(packId, buyer))).toEqual([]);
    expect(await eventsDuring(() => read(packId, seller, ""))).toEqual([]);
    const events = await eventsDuring(() => read(packId, buyer, "tag=post_sale"));
    expect(events).toEqual([{ topic: "messages", resource: id, user_id: ids.seller, actions: ["read"] }]);
    const [message] = (await read(packId, seller)).messages;
    expect(message?.message_date.read).toBe(clock.now().toISOString());
  });

  it("are set and told once by readers at once", async () => {
    const { packId } = await sale();
    for (const text of ["uno", "dos", "tres"]) await written(packId, buyer, text);
    const events = await eventsDuring(() =>
      Promise.all(Array.from({ length: 6 }, () => read(packId, seller, ""))),
    );
    expect(events).toHaveLength(3);
    expect(new Set(events.map(({ resource }) => resource)).size).toBe(3);
  });
});

describe("moderation", () => {
  it("hides a message with contact data from its receiver, who hears nothing of it", async () => {
    const { packId } = await sale();
    const events = await eventsDuring(async () => {
      const { status, message_moderation, message_date } = await written(packId, seller, contact);
      expect({ status, available: message_date.available }).toEqual({ status: "moderated", available: null });
      expect(message_moderation).toMatchObject({ status: "rejected", reason: "contact_data" });
    });
    expect(events).toEqual([]);
    const own = await read(packId, seller);
    expect([own.paging.total, own.messages[0]?.status]).toEqual([1, "moderated"]);
    expect(await read(packId, buyer)).toMatchObject({ paging: { total: 0 }, messages: [] });
    const path = `/messages/${own.messages[0]?.id}`;
    expect((await http.get(path, { as: seller })).status).toBe(200);
    const hidden = await http.get(path, { as: buyer });
    expectProblem(hidden, 400, "bad_request", "The specified message id does not exists");
  });

  it("tells the receiver of what it lets through", async () => {
    const { packId } = await sale();
    let id = "";
    const events = await eventsDuring(async () => ({ id } = await written(packId, buyer, "¿Llega mañana?")));
    expect(events).toEqual([{ topic: "messages", resource: id, user_id: ids.seller, actions: ["created"] }]);
  });
});

describe("a message is refused", () => {
  it.each([
    [{ to: undefined }, "to.user_id"],
    [{ to: {} }, "to.user_id"],
    [{ to: null }, "to.user_id"],
    [{ to: { user_id: null } }, "to.user_id"],
    [{ text: null }, "text"],
    [{ from: undefined }, "from.user_id"],
    [{ text: undefined }, "text"],
    [{ text: "  " }, "text"],
  ])("without a field that it needs: %j", async (changes, field) => {
    const { packId } = await sale();
    const answer = await write(packId, seller, "Hola", changes);
    expectProblem(answer, 400, "bad_request", `The field '${field}' is required`);
  });

  it("with text that cannot be stored, which is another issue than a missing field", async () => {
    const { packId } = await sale();
    const answer = await write(packId, seller, "Hola\u0000");
    expectProblem(answer, 400, "bad_request", /^Invalid body\.text: /);
  });

  it.each([
    [seller, 350],
    [buyer, 3_500],
  ])("when it is too long", async (as, max) => {
    const { packId } = await sale();
    await written(packId, as, "x".repeat(max));
    const message = `The message content is too long, max characters allowed are ${max}`;
    expectProblem(await write(packId, as, "x".repeat(max + 1)), 400, "bad_request", message);
  });

  it("to anybody but the other side, and from anybody but the caller", async () => {
    const { packId } = await sale();
    const other = { user_id: ids.otherSeller };
    const wrong = "The field 'to.user_id' is not the other side of the pack";
    expectProblem(await write(packId, seller, "Hola", { to: other }), 400, "bad_request", wrong);
    const message = `User access token invalid for resource ${packId}`;
    expectProblem(await write(packId, seller, "Hola", { from: other }), 403, "forbidden", message);
  });

  it("of a stranger, and of another seller's address", async () => {
    const { packId } = await sale();
    const message = `User access token invalid for resource ${packId}`;
    expectProblem(await write(packId, stranger, "Hola"), 403, "forbidden", message);
    for (const path of [conversationOf(packId), `/messages/unread/packs/${packId}/sellers/${ids.seller}`])
      expectProblem(await http.get(path, { as: stranger }), 403, "forbidden", message);
    const elsewhere = conversationOf(packId, ids.otherSeller);
    expectProblem(await http.get(elsewhere, { as: buyer }), 403, "forbidden", message);
  });

  it("about an unknown pack, and about an order of a pack", async () => {
    const { orderId } = await sale();
    expect((await http.get(conversationOf(4_600_999_999), { as: seller })).status).toBe(404);
    expectProblem(await write(orderId, seller, "Hola"), 400, "bad_request");
  });

  it("of who may not use messaging", async () => {
    const { packId } = await sale({ sellerId: ids.silent });
    const body = { from: { user_id: ids.silent }, to: { user_id: ids.buyer }, text: "Hola" };
    const answer = await http.post(conversationOf(packId, ids.silent), { as: silentSeller, body });
    const { cause } = expectProblem(answer, 403, "blocked_conversation_send_message_forbidden");
    expect(cause).toMatchObject([{ code: "messaging_not_allowed" }]);
  });
});

describe("a blocked conversation", () => {
  const blocked: [string, Parameters<typeof sale>[0], string][] = [
    ["canceled", { status: "cancelled" }, "blocked_by_cancelled_order"],
    ["not paid", { status: "payment_required" }, "blocked_by_payment"],
    ["of the platform's warehouse", { logisticType: "fulfillment" }, "blocked_by_fulfillment"],
  ];
  it.each(blocked)("takes no messages while the order is %s", async (_, order, substatus) => {
    const { packId } = await sale(order);
    for (const as of [seller, buyer]) {
      const { cause } = expectProblem(
        await write(packId, as, "Hola"),
        403,
        "blocked_conversation_send_message_forbidden",
      );
      expect(cause).toMatchObject([{ code: substatus }]);
    }
    expect((await read(packId, buyer)).conversation_status).toMatchObject({ status: "blocked", substatus });
  });

  it("opens when the platform's warehouse has delivered", async () => {
    const { packId } = await sale({ logisticType: "fulfillment" });
    await db.pool.query("UPDATE orders SET shipping_status = 'delivered' WHERE pack_id = $1", [packId]);
    await written(packId, seller, "¿Llegó bien?");
  });

  it("opens 30 days after the last message when the buyer writes again", async () => {
    const { packId } = await sale({ createdAt: new Date(clock.now().getTime() - 40 * 86_400_000) });
    expect((await write(packId, seller, "Hola")).status).toBe(403);
    const status = (await read(packId, buyer)).conversation_status;
    expect(status).toMatchObject({ substatus: "blocked_by_time", status_update_allowed: true });
    await written(packId, buyer, "¿Tienen el repuesto?");
    await written(packId, seller, "Sí");
  });

  it("is blocked by a refund until the buyer writes", async () => {
    const { packId, orderId } = await sale();
    const at = clock.now();
    const payment = `INSERT INTO payments (order_id, status, status_detail, method_id, type, installments, amount,
      refunded, created_at, last_updated) VALUES ($1, 'refunded', 'refunded', 'account_money', 'account_money', 1,
      100.5, 100.5, $2, $2) RETURNING id`;
    const { rows } = await db.pool.query<{ id: number }>(payment, [orderId, at]);
    await db.pool.query("INSERT INTO refunds (payment_id, amount, created_at) VALUES ($1, 100.5, $2)", [
      rows[0]?.id,
      at,
    ]);
    const { cause } = expectProblem(
      await write(packId, seller, "Hola"),
      403,
      "blocked_conversation_send_message_forbidden",
    );
    expect(cause).toMatchObject([{ code: "blocked_by_refund" }]);
    clock.advance(1_000);
    await written(packId, buyer, "¿Me lo volvés a enviar?");
    await written(packId, seller, "Claro");
  });

  it("is blocked and reopened by its buyer only", async () => {
    const { packId } = await sale();
    const put = (as: typeof seller, status: string) =>
      http.put(conversationOf(packId), { as, body: { status } });
    const message = "The user can not update the status of the conversation";
    expectProblem(await put(seller, "blocked"), 403, "forbidden", message);
    const since = clock.now().toISOString();
    expect((await put(buyer, "blocked")).json()).toMatchObject({
      status: "blocked",
      substatus: "blocked_by_buyer",
      status_date: since,
    });
    clock.advance(60_000);
    expect((await put(buyer, "blocked")).json()).toMatchObject({ status_date: since });
    expect((await write(packId, seller, "Hola")).status).toBe(403);
    expect((await put(buyer, "active")).json()).toMatchObject({ status: "active", substatus: null });
    await written(packId, seller, "Hola");
    await put(buyer, "blocked");
    await written(packId, buyer, "Cambié de idea");
    expect((await read(packId, seller)).conversation_status.status).toBe("active");
    const canceled = await sale({ status: "cancelled" });
    const late = await http.put(conversationOf(canceled.packId), { as: buyer, body: { status: "active" } });
    expectProblem(late, 403, "forbidden", message);
  });
});

const shared = await sale();
const params = { pack_id: shared.packId, seller_id: ids.seller };
let firstMessage: Promise<MessageJson> | undefined;
conforms(messages, {
  http,
  as: buyer,
  examples: {
    getConversation: { params },
    sendMessage: {
      params,
      body: { from: { user_id: ids.buyer }, to: { user_id: ids.seller }, text: "¿Cuándo llega?" },
    },
    updateConversationStatus: { params, body: { status: "active" } },
    getMessage: async () => {
      firstMessage ??= written(shared.packId, buyer, "Para leer");
      return { params: { id: (await firstMessage).id } };
    },
  },
});
