import { expect, test } from "vitest";
import { type Answer, get, post, put } from "../api/api.ts";
import { expectProblem } from "../api/problems.ts";
import { fixtures, newItem, newUser, type Person, users } from "../api/world.ts";
import { newSale, type Sale } from "../invoices/packs.ts";

interface Message {
  id: string;
  text: string;
  status: string;
  message_date: { read: string | null };
  message_attachments: { filename: string }[] | null;
}
interface Conversation {
  paging: { total: number };
  conversation_status: { status: string; substatus: string | null };
  messages: Message[];
}
type Side = Pick<Sale, "pack" | "seller" | "buyer">;

const blocked = "blocked_conversation_send_message_forbidden";
const pathOf = ({ pack, seller }: Side) => `/messages/packs/${pack}/sellers/${seller.id}`;

/** Writes as one side of a sale to the other. */
function write({ pack, seller, buyer }: Side, as: Person, text: string, attachments: string[] = []) {
  const to = as === seller ? buyer : seller;
  const body = { from: { user_id: as.id }, to: { user_id: to.id }, text, attachments };
  return post(`${pathOf({ pack, seller, buyer })}?tag=post_sale`, { as, body });
}

async function read(side: Side, as: Person, query = "tag=post_sale"): Promise<Conversation> {
  const answer = await get(`${pathOf(side)}?${query}`, { as });
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
  return answer.json<Conversation>();
}

function made(answer: Answer): { id: string } {
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 201 });
  return answer.json<{ id: string }>();
}

function upload(as: Person, content: string | Uint8Array<ArrayBuffer>, name = "manual.pdf"): Promise<Answer> {
  const form = new FormData();
  form.append("file", new File([content], name));
  return post("/messages/attachments?tag=post_sale&site_id=MLA", { as, body: form });
}

const unreadOf = async (as: Person, role: string) =>
  (await get(`/messages/unread?role=${role}&tag=post_sale`, { as })).json<{
    results: { resource: string; count: number }[];
  }>().results;

test("the demo has a conversation whose last message waits for the seller", async () => {
  const { seller_mla: seller, buyer_mla: buyer } = users;
  const side = { pack: fixtures.pack_with_messages, seller, buyer };
  const { messages, conversation_status } = await read(side, seller, "mark_as_read=false");
  expect(messages).toHaveLength(5);
  expect(conversation_status.status).toBe("active");
  expect(messages[0]?.message_date.read).toBeNull();
  const resource = `/packs/${side.pack}/sellers/${seller.id}`;
  expect(await unreadOf(seller, "seller")).toContainEqual({ resource, count: 1 });
  const [file] = messages[1]?.message_attachments ?? [];
  const answer = await get(`/messages/attachments/${file?.filename}`, { as: buyer });
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/plain"]);
});

test("seller and buyer talk: an option, an answer with a file, and marks of reading", async () => {
  const sale = await newSale();
  const { pack, seller, buyer } = sale;
  const option = () =>
    post(`/messages/action_guide/packs/${pack}/option?tag=post_sale`, {
      as: seller,
      body: { option_id: "OTHER", text: "¡Gracias por tu compra!" },
    });
  const { id } = made(await option());
  expectProblem(await option(), 403, "forbidden", "You are not allowed to execute the option OTHER again");
  const resource = `/packs/${pack}/sellers/${seller.id}`;
  expect(await unreadOf(buyer, "buyer")).toContainEqual({ resource, count: 1 });
  expect((await read(sale, buyer)).messages[0]).toMatchObject({
    id,
    message_date: { read: expect.stringMatching(/^20/) },
  });
  const file = made(await upload(buyer, "%PDF-1.7 manual")).id;
  expect(file).toMatch(new RegExp(`^${buyer.id}_[\\da-f-]{36}\\.pdf$`));
  made(await write(sale, buyer, "¿Es este el manual?", [file]));
  const again = await write(sale, buyer, "¿Y este?", [file]);
  expectProblem(again, 422, "unprocessable_entity", "Attachment key is invalid or not found");
  expect((await get(`/messages/attachments/${file}`, { as: seller })).text).toBe("%PDF-1.7 manual");
  made(await option());
  expect((await read(sale, seller)).paging.total).toBe(3);
  expect(await unreadOf(seller, "seller")).toEqual([]);
});

test("contact data stays with its sender", async () => {
  const sale = await newSale();
  const answer = await write(sale, sale.seller, "Escribime a tienda@correo.com");
  expect(answer.json<Message>().status).toBe("moderated");
  expect((await read(sale, sale.buyer)).messages).toEqual([]);
  expect((await read(sale, sale.seller)).messages).toHaveLength(1);
});

test("files have at most 25 MB, and are what they may be", async () => {
  const { seller_mla: as } = users;
  const file = new Uint8Array(25 * 1024 * 1024).fill(0x20);
  file.set(Buffer.from("%PDF-1.7"));
  made(await upload(as, file));
  const larger = new Uint8Array(file.length + 1);
  larger.set(file);
  expectProblem(await upload(as, larger), 413, "payload_too_large");
  const page = await upload(as, "<html>", "pagina.html");
  expectProblem(page, 400, "bad_request", "File type is not allowed: send a JPG, PNG, PDF or TXT");
});

test("a conversation is open while its sale is paid and not canceled", async () => {
  const seller = await newUser();
  const { buyer_mla: buyer } = users;
  const body = { items: [{ id: await newItem(seller), quantity: 1 }], payment: { status: "pending" } };
  const bought = await post("/orders", { as: buyer, body });
  const [order] = bought.json<{ orders: { id: number; payments: { id: number }[] }[] }>().orders;
  const side = { pack: order?.id ?? 0, seller, buyer };
  const [cause] = expectProblem(await write(side, seller, "Hola"), 403, blocked);
  expect(cause?.code).toBe("blocked_by_payment");
  const payment = `/payments/${order?.payments[0]?.id}`;
  expect((await put(payment, { as: buyer, body: { status: "approved" } })).status).toBe(200);
  made(await write(side, seller, "¡Gracias!"));
  const canceled = await put(`/orders/${side.pack}`, { as: seller, body: { status: "cancelled" } });
  expect(canceled.status).toBe(200);
  expectProblem(await write(side, buyer, "¿Qué pasó?"), 403, blocked);
  const { conversation_status, messages } = await read(side, buyer);
  expect(conversation_status).toMatchObject({ status: "blocked", substatus: "blocked_by_cancelled_order" });
  expect(messages).toHaveLength(1);
});

test("the platform's warehouse delivers first, and users who may not use messaging do not write", async () => {
  const { seller_mlc, buyer_mlc, no_messaging_mla, buyer_mla } = users;
  const full = { pack: fixtures.pack_mlc_full, seller: seller_mlc, buyer: buyer_mlc };
  const [cause] = expectProblem(await write(full, seller_mlc, "Hola"), 403, blocked);
  expect(cause?.code).toBe("blocked_by_fulfillment");
  const silent = { pack: fixtures.pack_no_messaging, seller: no_messaging_mla, buyer: buyer_mla };
  expectProblem(await write(silent, no_messaging_mla, "Hola"), 403, blocked);
});
