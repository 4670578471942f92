import { createServer } from "node:http";
import { silentLogger } from "@marketplace/server";
import { startTelemetry } from "@marketplace/telemetry";
import { Webhook } from "standardwebhooks";
import { afterEach, expect, test } from "vitest";
import { eventFor, stage } from "./notifications.fixture.ts";
import { standardGaps } from "./retry-schedule.rules.ts";
import { startSink } from "./sink.fixture.ts";

const { notifications, anotherProcess, clock, createApplication, waiting, db } = await stage();
const sink = await startSink();
const { publish, deliver } = notifications;

/** An application of the sink with one notification, which was tried once. */
async function notified(by = notifications) {
  const application = await createApplication({ callback_url: sink.url });
  await by.publish({ events: [eventFor(application.owner_id)] });
  await by.deliver(application.id);
  return application;
}

afterEach(async () => {
  sink.arrivals.length = 0;
  sink.answerWith(200);
  await db.pool.query("DELETE FROM notification_deliveries");
});

test("a notification arrives with its record as JSON and a signature of Standard Webhooks", async () => {
  const application = await notified();
  const [arrival] = sink.arrivals;
  expect(sink.arrivals).toHaveLength(1);
  expect(arrival?.message).toEqual({
    _id: arrival?.headers["webhook-id"],
    resource: "/questions/5036111111",
    user_id: application.owner_id,
    topic: "questions",
    application_id: application.id,
    attempts: 1,
    sent: clock.now().toISOString(),
    received: clock.now().toISOString(),
  });
  expect(arrival?.headers["content-type"]).toBe("application/json");
  const verify = (secret: string) => new Webhook(secret).verify(arrival?.text ?? "", arrival?.headers ?? {});
  expect(verify(application.webhook_secret)).toEqual(arrival?.message);
  const other = await createApplication({ callback_url: null });
  expect(() => verify(other.webhook_secret)).toThrow("No matching signature");
});

test("a notification says what was done, on every attempt, where its event does", async () => {
  const application = await createApplication({ callback_url: sink.url, topics: ["messages"] });
  const resource = "0b6f6d2e6f0c4a639a3e0c9d7c6d1f11";
  const event = eventFor(application.owner_id, { topic: "messages", resource, actions: ["read"] });
  await publish({ events: [event] });
  sink.answerWith(500);
  await deliver(application.id);
  sink.answerWith(200);
  clock.advance(7_000);
  await deliver(application.id);
  const told = { topic: "messages", resource, actions: ["read"] };
  expect(sink.arrivals.map(({ message }) => message)).toMatchObject([told, told]);
});

test("each attempt is logged with the id of the original request, and counted", async () => {
  const told: unknown[] = [];
  const log = Object.assign(silentLogger(), { info: (details: object) => void told.push(details) });
  const telemetry = await startTelemetry("test", {});
  const { metrics } = telemetry.of("edge-gateway");
  const own = anotherProcess({ log, metrics });
  const application = await createApplication({ callback_url: sink.url });
  await own.publish({ events: [eventFor(application.owner_id, { request_id: "r-1" })] });
  sink.answerWith(503);
  await own.deliver(application.id);
  const attempted = { requestId: "r-1", applicationId: application.id, topic: "questions", attempts: 1 };
  expect(told).toEqual([
    expect.objectContaining({ ...attempted, failure: "answered HTTP 503", durationMs: expect.any(Number) }),
  ]);
  const text = (await telemetry.exposition?.())?.text;
  const service = 'service="edge-gateway"';
  expect(text).toContain(`notification_delivery_duration_seconds_count{${service},outcome="failed"} 1`);
  expect(text).toContain(`notification_deliveries_waiting{${service},state="later"} 1`);
});

test("an acknowledged notification is not sent again", async () => {
  const application = await notified();
  clock.advance(3 * 86_400_000);
  await deliver(application.id);
  expect(sink.arrivals).toHaveLength(1);
  expect(await waiting(application)).toEqual([]);
});

test.each([201, 202, 204, 301, 302, 304, 400, 401, 404, 410, 429, 500, 503])(
  "HTTP %i is no acknowledgement",
  async (status) => {
    sink.answerWith((_req, res) => res.writeHead(status, { Location: `${sink.url}/elsewhere` }).end());
    const application = await notified();
    expect(await waiting(application)).toMatchObject([{ attempts: 1 }]);
    // Redirects are not followed either.
    expect(sink.arrivals.map(({ path }) => path)).toEqual(["/notifications"]);
  },
);

test("an endpoint that answers 500 twice gets the same id a third time", async () => {
  const application = await createApplication({ callback_url: sink.url });
  sink.answerWith(500);
  await publish({ events: [eventFor(application.owner_id)] });
  for (const gap of [0, 7_000, 40_000]) {
    clock.advance(gap);
    if (gap === 40_000) sink.answerWith(200);
    await deliver(application.id);
  }
  expect(sink.arrivals.map(({ message }) => message.attempts)).toEqual([1, 2, 3]);
  expect(new Set(sink.arrivals.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  const [first, second] = sink.arrivals;
  expect(second?.headers["webhook-timestamp"]).not.toBe(first?.headers["webhook-timestamp"]);
  expect(second?.message.received).toBe(first?.message.received);
  expect(await waiting(application)).toEqual([]);
});

test("eight attempts are made with waits within a fifth of their length; then it is missed, and counted", async () => {
  const telemetry = await startTelemetry("test", {});
  const { publish, deliver } = anotherProcess({ metrics: telemetry.of("edge-gateway").metrics });
  const failed = async () =>
    /^marketplace_deliveries_failed_total\{.*\} (\d+)$/m.exec(
      (await telemetry.exposition?.())?.text ?? "",
    )?.[1];
  const application = await createApplication({ callback_url: sink.url });
  sink.answerWith(500);
  await publish({ events: [eventFor(application.owner_id)] });
  for (const gap of standardGaps) {
    await deliver(application.id);
    const [{ due_at } = { due_at: null }] = await waiting(application);
    const wait = (due_at?.getTime() ?? 0) - clock.now().getTime();
    expect(wait).toBeGreaterThanOrEqual(0.8 * gap);
    expect(wait).toBeLessThanOrEqual(1.2 * gap);
    clock.advance(wait - 1);
    await deliver(application.id);
    clock.advance(1);
  }
  expect(sink.arrivals).toHaveLength(7);
  expect(await failed()).toBe("0");
  await deliver(application.id);
  expect(await failed()).toBe("1");
  expect(sink.arrivals.map(({ message }) => message.attempts)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(await waiting(application)).toMatchObject([{ attempts: 8, due_at: null }]);
});

test("an answer after the timeout is no acknowledgement", async () => {
  const hasty = anotherProcess({ timeoutMs: 50 });
  sink.answerWith(() => {});
  const application = await notified(hasty);
  expect(await waiting(application)).toMatchObject([{ attempts: 1 }]);
});

test("an endless body after the status does not matter", async () => {
  sink.answerWith((_req, res) => {
    res.writeHead(200);
    const pour = () => {
      while (!res.destroyed && res.write("x".repeat(65_536)));
    };
    res.on("drain", pour);
    pour();
  });
  const application = await notified();
  expect(await waiting(application)).toEqual([]);
});

test("a closed port and a peer that does not speak HTTP are no acknowledgement", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  server.on("connection", (socket) => socket.end("nonsense\r\n\r\n"));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  for (const callback_url of [
    `http://127.0.0.1:${port}/`,
    "http://127.0.0.1:1/",
    "http://nowhere.invalid/",
  ]) {
    const application = await createApplication({ callback_url });
    await publish({ events: [eventFor(application.owner_id)] });
    await deliver(application.id);
    expect(await waiting(application)).toMatchObject([{ attempts: 1 }]);
  }
  server.close();
});

const hindrances: [what: string, hinder: string, lift: string][] = [
  ["without a callback URL", "applications SET callback_url = NULL", "applications SET callback_url = $2"],
  ["that is disabled", "applications SET disabled_by = 'owner'", "applications SET disabled_by = NULL"],
  ["of a disabled owner", "users SET disabled_at = now()", "users SET disabled_at = NULL"],
];

test.each(hindrances)(
  "an application %s is sent nothing, and each attempt counts",
  async (_, hinder, lift) => {
    const application = await createApplication({ callback_url: sink.url });
    await publish({ events: [eventFor(application.owner_id)] });
    const set = (change: string) => {
      const id = change.startsWith("users") ? application.owner_id : application.id;
      return db.pool.query(`UPDATE ${change.replace("$2", `'${sink.url}'`)} WHERE id = $1`, [id]);
    };
    await set(hinder);
    await deliver(application.id);
    expect(await waiting(application)).toMatchObject([{ attempts: 1 }]);
    expect(sink.arrivals).toEqual([]);
    await set(lift);
    clock.advance(10_000);
    await deliver(application.id);
    expect(sink.arrivals.map(({ message }) => message.attempts)).toEqual([2]);
  },
);
