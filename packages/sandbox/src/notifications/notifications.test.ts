import { startApp } from "@marketplace/testkit";
import { expect, it } from "vitest";
import { adminHeaders, testLab } from "../lab.fixture.ts";
import type { OutgoingNotification, SendResult } from "../world.ts";

const admin = { headers: adminHeaders };
const lab = testLab();
const http = startApp(() =>
  lab.around((req, res) => {
    res.setHeader("X-Request-Id", req.headers["x-request-id"] ?? "");
    res.end("{}");
  }),
);

const answers: SendResult[] = [];
const notify = lab.notify(lab.world, async () => answers.shift() ?? { status: 200, answer: "ok" }, {
  // The gateway makes it again of what it gave out.
  again: (origin) =>
    refusal ? Promise.resolve({ failure: refusal }) : notify(origin as OutgoingNotification),
  async nextAttempts(ids) {
    asked.push(...ids);
    return new Map(ids.flatMap((id) => (id === "n2" ? [[id, new Date(Date.UTC(2026, 2, 10))]] : [])));
  },
});
let refusal: string | undefined;
/** Of which the queue was asked. */
const asked: string[] = [];

const made = (id: string, change: Record<string, unknown> = {}): OutgoingNotification => ({
  url: "http://app.test/callback",
  headers: { "webhook-id": id, "webhook-signature": "v1,abc" },
  body: JSON.stringify({
    _id: id,
    topic: "questions",
    resource: "/questions/1",
    user_id: 7,
    application_id: 12,
    ...change,
  }),
  requestId: `request-of-${id}`,
});

const notification = (...of: Parameters<typeof made>): OutgoingNotification => ({
  ...made(...of),
  origin: made(...of),
});

const read = async (path: string) => (await http.get(`/_sandbox/notifications${path}`, admin)).json();
const ids = async (query: string) =>
  ((await read(query)) as { results: { id: string }[] }).results.map(({ id }) => id);

it("keeps every attempt, acknowledged ones included", async () => {
  answers.push({ status: 500, answer: "later", failure: "answered HTTP 500" });
  await notify(notification("n1"));
  await notify(notification("n1"));
  expect(await read("/n1")).toMatchObject({
    id: "n1",
    topic: "questions",
    resource: "/questions/1",
    user_id: 7,
    application_id: 12,
    request_id: "request-of-n1",
    status: "acknowledged",
    last_answer: 200,
    attempts: [
      {
        url: "http://app.test/callback",
        headers: { "webhook-signature": "v1,abc" },
        body: notification("n1").body,
        answer: { status: 500, body: "later" },
        failure: "answered HTTP 500",
        sent: true,
        resent: false,
      },
      { answer: { status: 200, body: "ok" }, failure: null },
    ],
  });
});

it("lists them by topic, application and how they ended, newest first", async () => {
  answers.push({ failure: "the connection failed" });
  await notify(notification("n2", { topic: "orders_v2", application_id: 13 }));
  expect(await ids("")).toEqual(["n2", "n1"]);
  expect(await ids("?topic=questions")).toEqual(["n1"]);
  expect(await ids("?application=13")).toEqual(["n2"]);
  expect(await ids("?status=failed")).toEqual(["n2"]);
  expect(await ids("?status=acknowledged")).toEqual(["n1"]);
  expect(await ids("?status=2xx")).toEqual(["n1"]);
  expect(await ids("?status=500")).toEqual([]);
  expect((await http.get("/_sandbox/notifications?status=maybe", admin)).status).toBe(400);
});

it("says when the next attempt of one that failed is due", async () => {
  asked.length = 0;
  expect(await read("")).toMatchObject({
    results: [
      { id: "n2", next_attempt_at: "2026-03-10T00:00:00.000Z" },
      { id: "n1", next_attempt_at: null },
    ],
  });
  expect(asked).toEqual(["n2"]);
  expect(await read("/n2")).toMatchObject({ next_attempt_at: "2026-03-10T00:00:00.000Z" });
  expect(await read("/n1")).toMatchObject({ next_attempt_at: null });
});

it("sends one again", async () => {
  const answer = await http.post("/_sandbox/notifications/n2/resend", admin);
  expect(answer.json()).toMatchObject({
    status: "acknowledged",
    attempts: [
      { resent: false, failure: "the connection failed" },
      { resent: true, answer: { status: 200 } },
    ],
  });
  expect((await http.post("/_sandbox/notifications/none/resend", admin)).status).toBe(404);
});

it("says why one cannot be sent again", async () => {
  const failure = "the application has no callback URL";
  await notify(notification("n3"));
  refusal = failure;
  const answer = await http.post("/_sandbox/notifications/n3/resend", admin);
  expect(answer.json()).toMatchObject({ status: 409, message: `The notification was not sent: ${failure}` });
  refusal = undefined;
  await notify(made("n4"));
  expect((await http.post("/_sandbox/notifications/n4/resend", admin)).status).toBe(409);
});

it("is shown with the request that caused it", async () => {
  await http.post("/questions", { headers: { "X-Request-Id": "request-of-n1" } });
  expect((await http.get("/_sandbox/requests/request-of-n1", admin)).json()).toMatchObject({
    notifications: [{ id: "n1", status: "acknowledged", attempts: 2 }],
  });
});
