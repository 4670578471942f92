import { afterAll, beforeAll, expect, test } from "vitest";
import { baseUrl, get, post, put, remove } from "../api/api.ts";
import { expectProblem } from "../api/problems.ts";
import { fixtures, newItem, newQuestion, newUser, type Person, users } from "../api/world.ts";
import { photo } from "../matrix/things.ts";
import { type Receiver, startReceiver } from "../notifications/receiver.ts";
import { verify } from "../notifications/signature.ts";
import { admin } from "./lab.ts";

// Rules name the users of this file, because other files use the same product meanwhile.
let caller: Person;
let receiver: Receiver;
let seller: Person;
let applicationId: number;

beforeAll(async () => {
  [caller, seller, receiver] = await Promise.all([newUser(), newUser(), startReceiver()]);
  const body = {
    name: "Disturbed",
    redirect_uris: ["https://example.com/callback"],
    callback_url: receiver.url,
    topics: ["questions"],
  };
  applicationId = (await post("/applications", { as: seller, body })).json<{ id: number }>().id;
});

afterAll(async () => {
  await rules();
  await put(`/applications/${applicationId}`, { as: seller, body: { callback_url: null, topics: [] } });
  await receiver.close();
});

const rules = async (...body: object[]) => {
  const answer = await put("/_sandbox/faults", { token: admin, body });
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
};
const rule = (effect: object, more: object = {}) => ({
  id: "a-rule",
  target: "api",
  effect,
  match: { user_id: caller.id },
  ttl_seconds: 300,
  ...more,
});

test("a user gets errors on demand, others get none, and the rule is named", async () => {
  await rules(rule({ status: 503, retry_after: 3 }));
  const answer = await get("/users/me", { as: caller });
  expectProblem(answer, 503, "service_unavailable");
  expect(answer.headers.get("retry-after")).toBe("3");
  expect(answer.headers.get("x-sandbox-fault")).toBe("a-rule");
  const other = await get("/users/me", { as: users.buyer_mla });
  expect([other.status, other.headers.get("x-sandbox-fault")]).toEqual([200, null]);
});

test("answers of the response cache are disturbed, too", async () => {
  await rules();
  const path = `/categories/${fixtures.category_leaf}`;
  expect((await get(path, { as: caller })).status).toBe(200);
  await rules(rule({ malformed: true }));
  const wrong = await get(path, { as: caller });
  expect(() => JSON.parse(wrong.text)).toThrow(SyntaxError);
  await rules(rule({ truncate: 0.3 }));
  await expect(get(path, { as: caller })).rejects.toThrow();
  await rules(rule({ delay: { type: "dribble", chunks: 4, ms: 5 } }));
  expect((await get(path, { as: caller })).json()).toMatchObject({ id: fixtures.category_leaf });
});

test("a request asks for its own fault", async () => {
  await rules();
  const headers = { "X-Sandbox-Fault": "status=429;retry-after=2" };
  const answer = await get("/users/me", { as: caller, headers });
  expectProblem(answer, 429, "too_many_requests");
  expect(answer.headers.get("retry-after")).toBe("2");
});

test("a write that is answered by an error has changed nothing", async () => {
  const itemId = await newItem(seller);
  await rules(rule({ status: 500 }, { match: { user_id: caller.id, method: "POST", path: "/questions" } }));
  const body = { item_id: itemId, text: "Llega mañana?" };
  expect((await post("/questions", { as: caller, body })).status).toBe(500);
  await rules();
  const asked = await get(`/questions/search?item=${itemId}&api_version=4`, { as: seller });
  expect(asked.json()).toMatchObject({ total: 0 });
});

test("the databases do not answer one user's requests", async () => {
  await rules(rule({ unavailable: true }, { target: "database" }));
  const answer = await get(`/users/${seller.id}`, { as: caller });
  expectProblem(answer, 503, "service_unavailable");
  expect(answer.headers.get("x-sandbox-fault")).toBe("a-rule");
  expect((await get(`/users/${seller.id}`, { as: users.buyer_mla })).status).toBe(200);
  await rules(rule({ delay: { type: "fixed", ms: 20 } }, { target: "database" }));
  expect((await get(`/users/${seller.id}`, { as: caller })).status).toBe(200);
});

test("nor do those of a service, nor its files, whichever process they belong to", async () => {
  const path = `/questions/search?item=${await newItem(seller)}&api_version=4`;
  await rules(rule({ unavailable: true }, { target: "database" }));
  const answer = await get(path, { as: caller });
  expectProblem(answer, 503, "service_unavailable");
  expect(answer.headers.get("x-sandbox-fault")).toBe("a-rule");
  expect((await get(path, { as: seller })).status).toBe(200);
  await rules(rule({ delay: { type: "fixed", ms: 20 } }, { target: "database" }));
  const late = await get(path, { as: caller });
  expect([late.status, late.headers.get("x-sandbox-fault")]).toEqual([200, "a-rule"]);
  await rules(rule({ unavailable: true }, { target: "object_store" }));
  expect((await get(path, { as: caller })).status).toBe(200);
  const upload = () => post("/pictures/items/upload", { as: caller, body: photo() });
  expectProblem(await upload(), 503, "service_unavailable");
  await rules();
  expect((await upload()).status).toBe(201);
});

const notified = async (effect: object, match: object = {}) => {
  await rules(rule(effect, { target: "notification", match: { application_id: applicationId, ...match } }));
  const item = await newItem(seller);
  return `/questions/${await newQuestion(users.buyer_mla, item)}`;
};

test("a notification is sent twice, or with a wrong signature", async () => {
  const twice = await notified({ duplicate: true }, { first: 1 });
  await expect.poll(() => receiver.of(twice).length).toBe(2);
  const [one, other] = receiver.of(twice);
  expect(one?.body._id).toBe(other?.body._id);
  const forged = await notified({ wrong_signature: true });
  await expect.poll(() => receiver.of(forged).length).toBe(1);
  const [received] = receiver.of(forged);
  if (!received) throw new Error("nothing was received");
  expect(() => verify(received)).toThrow();
});

test("a notification that is dropped once comes by the next attempt", async () => {
  const dropped = await notified({ drop: true }, { first: 1 });
  await expect.poll(() => receiver.of(dropped).length).toBe(1);
  expect(receiver.of(dropped)[0]?.body.attempts).toBe(2);
});

test("the next notification of an application overtakes one that is held back", async () => {
  const late = await notified({ reorder: true }, { first: 1 });
  const early = `/questions/${await newQuestion(users.buyer_mla, await newItem(seller))}`;
  await expect.poll(() => receiver.of(late).length).toBe(1);
  const order = receiver.received.map(({ body }) => body.resource);
  expect(order.indexOf(early)).toBeLessThan(order.indexOf(late));
});

test("users set no rules, and one ends by its name", async () => {
  expectProblem(await put("/_sandbox/faults", { as: users.operator, body: [] }), 401, "invalid_token");
  await rules(rule({ status: 500 }));
  expect((await remove("/_sandbox/faults/a-rule", { token: admin })).status).toBe(204);
  expectProblem(await remove("/_sandbox/faults/a-rule", { token: admin }), 404, "not_found");
  expect((await fetch(`${baseUrl}/users/me`, { headers: bearer() })).status).toBe(200);
});

const bearer = () => ({ Authorization: `Bearer ${caller.access_token}` });
