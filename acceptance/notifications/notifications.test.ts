import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { get, post, put, remove } from "../api/api.ts";
import { applications, newItem, newQuestion, newUser, type Person, users } from "../api/world.ts";
import { itemFlex } from "../flex/flex.ts";
import { type Received, type Receiver, startReceiver } from "./receiver.ts";
import { verify } from "./signature.ts";

// For what is waited for on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

const owner = users.seller_mla;
const application = `/applications/${applications.default.id}`;
/** The receiver's answers to a resource's notifications, in order; 200 when the list is empty. */
const statuses = new Map<string, number[]>();
let before: { callback_url: string | null; topics: string[] };
let receiver: Receiver;
let seller: Person;
let item: string;

const statusOf = ({ body }: Received): number => statuses.get(body.resource)?.shift() ?? 200;

beforeAll(async () => {
  before = (await get(application, { as: owner })).json();
  receiver = await startReceiver(statusOf);
  const topics = ["questions", "shipments"];
  const set = await put(application, { as: owner, body: { callback_url: receiver.url, topics } });
  expect(set.json()).toMatchObject({ callback_url: receiver.url, topics });
  seller = await newUser();
  item = await newItem(seller);
});

afterAll(async () => {
  await put(application, { as: owner, body: { callback_url: before.callback_url, topics: before.topics } });
  await receiver.close();
});

const arrived = async (resource: string, count = 1): Promise<Received[]> => {
  const isEnough = () => expect(receiver.of(resource).length).toBeGreaterThanOrEqual(count);
  // `expect.poll` loses its test when one of several concurrent ones is repeated.
  await vi.waitFor(isEnough, { timeout: 100_000 });
  return receiver.of(resource);
};

describe("a new question", () => {
  test("is notified with its record, signed", async () => {
    const id = await newQuestion(users.buyer_mla, item);
    const [one] = await arrived(`/questions/${id}`);
    expect(one?.body).toEqual({
      _id: expect.any(String),
      resource: `/questions/${id}`,
      user_id: seller.id,
      topic: "questions",
      application_id: applications.default.id,
      attempts: 1,
      sent: expect.stringMatching(/Z$/),
      received: expect.stringMatching(/Z$/),
    });
    expect(one?.headers["webhook-id"]).toBe(one?.body._id);
    expect(one && verify(one)).toEqual(one?.body);
    expect(() => one && verify({ ...one, raw: one.raw.replace("questions", "answers") })).toThrow();
  });

  test("that waits for a review is silent until it is released", async () => {
    const held = await newQuestion(users.buyer_mla, item, "Escribime a otro@correo.com");
    const next = await newQuestion(users.buyer_mla, item, "Y en azul?");
    await arrived(`/questions/${next}`);
    expect(receiver.of(`/questions/${held}`)).toEqual([]);
    await post(`/questions/${held}/review`, { as: users.operator, body: { decision: "approve" } });
    await arrived(`/questions/${held}`);
  });

  test("is notified again when it is answered and when it is deleted", async () => {
    const answered = await newQuestion(users.buyer_mla, item);
    await post("/answers", { as: seller, body: { question_id: answered, text: "Sí" } });
    const deleted = await newQuestion(users.buyer_mla, item);
    await remove(`/questions/${deleted}`, { as: users.buyer_mla });
    for (const id of [answered, deleted]) {
      const both = await arrived(`/questions/${id}`, 2);
      expect(new Set(both.map(({ body }) => body._id)).size).toBe(2);
    }
  });
});

test("an item is notified to its seller's subscribers when it is listed, changed, sold and on Flex", async () => {
  const topics = ["questions", "shipments", "items"];
  await put(application, { as: owner, body: { topics } });
  try {
    const other = await newUser();
    const id = await newItem(other);
    const [listed] = await arrived(`/items/${id}`);
    expect(listed?.body).toMatchObject({ topic: "items", user_id: other.id });
    await put(`/items/${id}`, { as: other, body: { price: 123 } });
    await put(`/items/${id}`, { as: other, body: { price: 123 } });
    await post("/orders", { as: users.buyer_mla, body: { items: [{ id, quantity: 1 }] } });
    await post(itemFlex(id), { as: other });
    const all = await arrived(`/items/${id}`, 4);
    expect(new Set(all.map(({ body }) => body._id)).size).toBe(4);
  } finally {
    await put(application, { as: owner, body: { topics: ["questions", "shipments"] } });
  }
});

test("topics that are not subscribed to stay away; sales are notified by their own", async () => {
  await post(itemFlex(item), { as: seller });
  const bought = await post("/orders", { as: users.buyer_mla, body: { items: [{ id: item, quantity: 1 }] } });
  const { orders } = bought.json<{ orders: { id: number; shipment_id: number }[] }>();
  const [shipment] = await arrived(`/shipments/${orders[0]?.shipment_id}`);
  expect(shipment?.body).toMatchObject({ topic: "shipments", user_id: seller.id });
  const others = receiver.received.filter(({ body }) => !["questions", "shipments"].includes(body.topic));
  expect(others.filter(({ body }) => body.user_id === seller.id)).toEqual([]);
});

/** Asks a question whose first notifications get these answers; returns its resource. */
async function refusedQuestion(...answers: number[]): Promise<string> {
  const held = await newQuestion(users.buyer_mla, item, "Mi correo es yo@correo.com");
  const resource = `/questions/${held}`;
  statuses.set(resource, answers);
  await post(`/questions/${held}/review`, { as: users.operator, body: { decision: "approve" } });
  return resource;
}

// The delays of decisions 4.2: about 5 seconds, then about 30.
describe.concurrent("only 200 acknowledges", { timeout: 400_000 }, () => {
  test.each([
    ["500", 500, 500],
    ["other successes and redirects, which are not followed,", 204, 302],
  ])("%s twice brings it a third time, with the same id", async (_, ...answers) => {
    const tries = await arrived(await refusedQuestion(...answers), 3);
    expect(new Set(tries.map(({ body }) => body._id)).size).toBe(1);
    expect(new Set(tries.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(tries.map(({ body }) => body.attempts)).toEqual([1, 2, 3]);
    for (const one of tries) expect(verify(one)).toEqual(one.body);
    expect([...receiver.paths]).toEqual(["/callback"]);
  });
});
