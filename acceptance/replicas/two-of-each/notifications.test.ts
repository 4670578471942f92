import { afterAll, beforeAll, expect, test } from "vitest";
import { get, put, sendTo } from "../../api/api.ts";
import { applications, newItem, newQuestion, newUser, type Person, users } from "../../api/world.ts";
import { type Receiver, startReceiver } from "../../notifications/receiver.ts";
import { gateways } from "../running.ts";

const owner = users.seller_mla;
const application = `/applications/${applications.default.id}`;
let before: { callback_url: string | null; topics: string[] };
let receiver: Receiver;
let seller: Person;

beforeAll(async () => {
  before = (await get(application, { as: owner })).json();
  receiver = await startReceiver();
  await put(application, { as: owner, body: { callback_url: receiver.url, topics: ["questions"] } });
  seller = await newUser();
});

afterAll(async () => {
  await put(application, { as: owner, body: { callback_url: before.callback_url, topics: before.topics } });
  await receiver.close();
});

test("with two relays and delivery workers each event is delivered once", async () => {
  const item = await newItem(seller);
  const ask = async (n: number): Promise<string> => {
    const body = { item_id: item, text: `¿Hacen envíos? ${n}` };
    const gateway = gateways[n % 2] ?? "";
    const answer = await sendTo(gateway, "POST", { path: "/questions", as: users.buyer_mla, body });
    return `/questions/${answer.json<{ id: number }>().id}`;
  };
  const resources = await Promise.all(Array.from({ length: 60 }, (_, n) => ask(n)));
  const missing = () => resources.filter((resource) => receiver.of(resource).length === 0);
  await expect.poll(missing).toEqual([]);
  // A duplicate would have arrived before a later notification.
  const last = `/questions/${await newQuestion(users.buyer_mla, item)}`;
  await expect.poll(() => receiver.of(last).length).toBe(1);
  const counts = resources.map((resource) => receiver.of(resource).map(({ body }) => body.attempts));
  expect(counts).toEqual(resources.map(() => [1]));
  const ids = receiver.received.map(({ body }) => body._id);
  expect(new Set(ids).size).toBe(ids.length);
});
