import { startApp } from "@marketplace/testkit";
import { expect, it } from "vitest";
import { adminHeaders as headers, testLab } from "../lab.fixture.ts";
import type { SendResult } from "../world.ts";

const lab = testLab();
const http = startApp(() => lab.around((_req, res) => void res.end("the product")));
const set = (profile: string) => http.put("/_sandbox/profile", { headers, body: { profile } });
const body = JSON.stringify({ application_id: 7, topic: "questions", resource: "/questions/1" });
const queue = { again: async () => ({}), nextAttempts: async () => new Map() };
const notify = (answer: () => Promise<SendResult>) =>
  lab.notify(lab.world, answer, queue)({ url: "http://receiver.test", headers: {}, body });

it("begins kind, and takes no other word", async () => {
  expect((await http.get("/_sandbox/profile", { headers })).json()).toEqual({
    profile: "kind",
    switched_off: [],
  });
  expect((await set("cruel")).status).toBe(400);
});

it("strict allows 1500 requests of a token in a minute", async () => {
  await set("strict");
  const as = (user: number) => http.get("/x", { headers: { Authorization: `Bearer APP_USR-1-aa-${user}` } });
  for (let request = 0; request < 1_500; request++) await as(1);
  const beyond = await as(1);
  expect(beyond.json()).toMatchObject({ status: 429, error: "too_many_requests" });
  expect(beyond.headers["x-sandbox-fault"]).toBe("strict");
  expect((await as(2)).status).toBe(200);
  await set("kind");
  expect((await as(1)).status).toBe(200);
});

it("strict waits half a second for a receiver", async () => {
  await set("strict");
  expect(await notify(() => new Promise(() => {}))).toEqual({ failure: "no answer within 500 ms" });
  expect(await notify(async () => ({ status: 200 }))).toEqual({ status: 200 });
});

it("an attempt that strict gives up is one attempt, sent and failed, also when an answer comes later", async () => {
  await set("strict");
  const answer = Promise.withResolvers<SendResult>();
  const id = "late";
  const send = lab.notify(lab.world, () => answer.promise, queue);
  await send({ url: "http://receiver.test", headers: { "webhook-id": id }, body });
  answer.resolve({ status: 200 });
  await answer.promise;
  expect((await http.get(`/_sandbox/notifications/${id}`, { headers })).json()).toMatchObject({
    status: "failed",
    attempts: [{ sent: true, failure: "no answer within 500 ms" }],
  });
});

it("strict switches a topic off that keeps failing, until the profile is set again", async () => {
  await set("strict");
  for (let attempt = 0; attempt < 10; attempt++)
    await notify(async () => ({ status: 500, failure: "answered HTTP 500" }));
  let sent = 0;
  const count = async () => {
    sent += 1;
    return { status: 200 };
  };
  expect((await notify(count)).failure).toContain("switched off");
  expect(sent).toBe(0);
  expect((await http.get("/_sandbox/profile", { headers })).json()).toEqual({
    profile: "strict",
    switched_off: [{ application_id: 7, topic: "questions" }],
  });
  await set("strict");
  expect(await notify(count)).toEqual({ status: 200 });
});
