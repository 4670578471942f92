import { afterAll, beforeAll, expect, test } from "vitest";
import { get, post, put, remove } from "../api/api.ts";
import { newItem, newQuestion, newUser, type Person, users } from "../api/world.ts";
import { documents, newSale, pdf, upload } from "../invoices/packs.ts";
import { type Receiver, startReceiver } from "./receiver.ts";

const { buyer_mla: buyer, operator } = users;
let receiver: Receiver;
const subscribed: { as: Person; path: string }[] = [];

/** A schema of /openapi.json, as far as the list of topics needs it. */
interface Schema {
  $ref?: string;
  properties?: { topics?: { items: { enum: string[] } } };
}
interface Document {
  paths: Record<string, { post: { requestBody: { content: Record<string, { schema: Schema }> } } }>;
  components: { schemas: Record<string, Schema> };
}

/** The topics that an application may subscribe to, as the product documents them. */
async function listedTopics(): Promise<string[]> {
  const { paths, components } = (await get("/openapi.json")).json<Document>();
  const body = paths["/applications"]?.post.requestBody.content["application/json"]?.schema;
  const name = body?.$ref?.split("/").at(-1);
  const schema = name === undefined ? body : components.schemas[name];
  return schema?.properties?.topics?.items.enum ?? [];
}

beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(async () => {
  for (const { as, path } of subscribed) await put(path, { as, body: { callback_url: null, topics: [] } });
  await receiver.close();
});

/** A new user whose own application hears of a topic, as far as it concerns them. */
async function subscriber(topic: string): Promise<Person> {
  const as = await newUser();
  const body = {
    name: "Walks the topics",
    redirect_uris: ["https://example.com/callback"],
    callback_url: receiver.url,
    topics: [topic],
  };
  const made = await post("/applications", { as, body });
  expect({ status: made.status, text: made.text }).toMatchObject({ status: 201 });
  subscribed.push({ as, path: `/applications/${made.json<{ id: number }>().id}` });
  return as;
}

/** The orders of a purchase of new items of a subscribed seller. */
async function soldBySubscriber(topic: string, count: number): Promise<{ seller: Person; orders: number[] }> {
  const seller = await subscriber(topic);
  const items = [];
  for (let index = 0; index < count; index++) items.push({ id: await newItem(seller), quantity: 1 });
  const bought = await post("/orders", { as: buyer, body: { items } });
  const { orders } = bought.json<{ orders: { id: number }[] }>();
  return { seller, orders: orders.map(({ id }) => id) };
}

/** What is told of a resource, one notification after the other. */
function told(topic: string, resource: string, user: Person) {
  let expected = 0;
  const ids = () => {
    const all = receiver.of(resource).filter(({ body }) => body.topic === topic);
    for (const { body } of all) expect(body.user_id).toBe(user.id);
    // A repetition carries the same id.
    return new Set(all.map(({ body }) => body._id)).size;
  };
  /** Waits for `more` notifications after what has just happened. */
  return async (what: string, more = 1) => {
    expected += more;
    await expect
      .poll(ids, { timeout: 100_000, message: `${topic}: ${what}` })
      .toBeGreaterThanOrEqual(expected);
  };
}

async function shipmentOf(order: number | undefined): Promise<number> {
  const read = async () =>
    (await get(`/orders/${order}`, { as: buyer })).json<{ shipment_id: number | null }>().shipment_id;
  await expect.poll(read, { timeout: 100_000 }).not.toBeNull();
  return Number(await read());
}

/** Orders are told of under their present name and their former one. */
async function hearsOfOrders(topic: string): Promise<void> {
  const { seller, orders } = await soldBySubscriber(topic, 2);
  for (const id of orders) await told(topic, `/orders/${id}`, seller)("created, then with its shipment", 2);
}

/** Accepted for clients that subscribe to them: what they tell of is not here. */
const neverSent = [
  "claims",
  "post_purchase",
  "items_prices",
  "stock-location",
  "fbm_stock_operations",
  "flex-handshakes",
  "catalog_item_competition_status",
  "catalog_suggestions",
  "public_offers",
  "public_candidates",
  "price_suggestion",
];

/** For each topic: a creation, then changes, each of which is heard of before the next one is made. */
const walkthroughs: Record<string, () => Promise<void>> = {
  async questions() {
    const seller = await subscriber("questions");
    const id = await newQuestion(buyer, await newItem(seller));
    const hears = told("questions", `/questions/${id}`, seller);
    await hears("asked");
    await post("/answers", { as: seller, body: { question_id: id, text: "Sí" } });
    await hears("answered");
    for (const decision of ["review", "ban"]) {
      await post(`/questions/${id}/review`, { as: operator, body: { decision } });
      await hears(decision);
    }
  },

  async items() {
    const seller = await subscriber("items");
    const id = await newItem(seller);
    const hears = told("items", `/items/${id}`, seller);
    await hears("listed");
    await put(`/items/${id}`, { as: seller, body: { price: 1_234 } });
    await hears("changed");
    await post("/orders", { as: buyer, body: { items: [{ id, quantity: 1 }] } });
    await hears("sold");
    await put(`/items/${id}`, { as: seller, body: { status: "closed" } });
    await hears("closed");
  },

  orders: () => hearsOfOrders("orders"),
  orders_v2: () => hearsOfOrders("orders_v2"),

  async payments() {
    const { seller, orders } = await soldBySubscriber("payments", 1);
    const order = await get(`/orders/${orders[0]}`, { as: seller });
    const [payment] = order.json<{ payments: { id: number }[] }>().payments;
    const hears = told("payments", `/collections/${payment?.id}`, seller);
    await hears("created");
    const refund = await post(`/payments/${payment?.id}/refunds`, { as: seller, body: {} });
    expect({ status: refund.status, text: refund.text }).toMatchObject({ status: 201 });
    await hears("refunded");
  },

  async orders_feedback() {
    const { seller, orders } = await soldBySubscriber("orders_feedback", 1);
    const path = `/orders/${orders[0]}/feedback`;
    const body = { fulfilled: true, rating: "positive", message: "Todo bien" };
    const given = await post(path, { as: buyer, body });
    expect({ status: given.status, text: given.text }).toMatchObject({ status: 201 });
    await told("orders_feedback", path, seller)("given");
  },

  async shipments() {
    const { seller, orders } = await soldBySubscriber("shipments", 1);
    const path = `/shipments/${await shipmentOf(orders[0])}`;
    const hears = told("shipments", path, seller);
    await hears("created");
    for (const body of [
      { status: "shipped", substatus: "out_for_delivery" },
      { status: "shipped", substatus: "receiver_absent" },
      { status: "delivered" },
    ]) {
      expect((await put(path, { as: seller, body })).status).toBe(200);
      await hears(JSON.stringify(body));
    }
  },

  async invoices() {
    const sale = await newSale(1, await subscriber("invoices"));
    const hears = told("invoices", documents(sale.pack), sale.buyer);
    expect((await upload(sale, [{ type: pdf }])).status).toBe(200);
    await hears("uploaded");
    expect((await remove(documents(sale.pack), { as: sale.seller })).status).toBe(200);
    await hears("deleted");
  },

  async messages() {
    const sale = await newSale(1, await subscriber("messages"));
    const path = `${documents(sale.pack)}/request`;
    const hears = told("messages", path, sale.buyer);
    for (const text of ["¿Me pasás tu CUIT?", "¿Y la razón social?"]) {
      expect((await post(path, { as: sale.seller, body: { text } })).status).toBe(200);
      await hears(text);
    }
    const talk = `/messages/packs/${sale.pack}/sellers/${sale.seller.id}`;
    const ids = { from: { user_id: sale.seller.id }, to: { user_id: sale.buyer.id } };
    const sent = await post(talk, { as: sale.seller, body: { ...ids, text: "¿Llegó bien?" } });
    const { id } = sent.json<{ id: string }>();
    await told("messages", id, sale.buyer)("created");
    expect(receiver.of(id)[0]?.body.actions).toEqual(["created"]);
    const answered = await post(talk, {
      as: sale.buyer,
      body: { from: ids.to, to: ids.from, text: "Sí, gracias" },
    });
    const answer = answered.json<{ id: string }>().id;
    expect((await get(talk, { as: sale.seller })).status).toBe(200);
    await told("messages", answer, sale.buyer)("read");
    expect(receiver.of(answer)[0]?.body.actions).toEqual(["read"]);
  },
};

test("every topic that an application may subscribe to is walked through here, or never sent", async () => {
  expect((await listedTopics()).toSorted()).toEqual([...Object.keys(walkthroughs), ...neverSent].toSorted());
});

test.each(Object.keys(walkthroughs))(
  "the topic %s tells of a creation and of each change",
  async (topic) => {
    await walkthroughs[topic]?.();
  },
  200_000,
);
