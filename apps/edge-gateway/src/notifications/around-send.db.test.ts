import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { DeliveryQueue, OutgoingNotification, SendResult } from "./http-sender.service.ts";
import { eventFor, stage } from "./notifications.fixture.ts";
import { startSink } from "./sink.fixture.ts";

const { anotherProcess, createApplication, waiting, clock } = await stage();
const sink = await startSink();

/** A process that tells what it sends, and how that ended. */
function told() {
  const sent: { notification: OutgoingNotification; result: SendResult; queue: DeliveryQueue }[] = [];
  const { publish, deliver } = anotherProcess({
    aroundSend: (send, queue) => async (notification) => {
      const result = await send(notification);
      sent.push({ notification, result, queue });
      return result;
    },
  });
  return { sent, publish, deliver };
}

test("a wrapper of the sender gets the cause, and how the answer begins", async () => {
  const { sent, publish, deliver } = told();
  const application = await createApplication({ callback_url: sink.url });
  sink.answerWith((_req, res) => res.writeHead(500).end(`no${"!".repeat(5_000)}`));
  await publish({ events: [eventFor(application.owner_id, { request_id: "r-1" })] });
  await deliver(application.id);
  expect(sent).toMatchObject([
    {
      notification: { url: sink.url, requestId: "r-1" },
      result: { status: 500, failure: "answered HTTP 500", answer: `no${"!".repeat(1_022)}` },
    },
  ]);
});

test("one more attempt is signed again, goes to the present address, and changes no retries", async () => {
  const { sent, publish, deliver } = told();
  const application = await createApplication({ callback_url: sink.url });
  sink.answerWith(500);
  await publish({ events: [eventFor(application.owner_id)] });
  await deliver(application.id);
  const before = await waiting(application);
  const first = sink.arrivals.at(-1);
  sink.answerWith(200);
  clock.advance(60_000);
  const [attempt] = sent;
  expect(await attempt?.queue.again(attempt.notification.origin ?? {})).toEqual({ status: 200, answer: "" });
  const second = sink.arrivals.at(-1);
  expect(second).not.toBe(first);
  expect(second?.message).toMatchObject({ _id: first?.message._id, attempts: 1 });
  expect(second?.headers["webhook-signature"]).not.toBe(first?.headers["webhook-signature"]);
  expect(await waiting(application)).toEqual(before);
});

test("the queue tells when attempts are due, and nothing of what waits for none", async () => {
  const { sent, publish, deliver } = told();
  const application = await createApplication({ callback_url: sink.url });
  sink.answerWith(500);
  await publish({ events: [eventFor(application.owner_id)] });
  await deliver(application.id);
  const [attempt] = sent;
  const [delivery] = await waiting(application);
  const id = attempt?.notification.headers["webhook-id"] ?? "";
  const next = await attempt?.queue.nextAttempts([id, randomUUID()]);
  expect(next).toEqual(new Map([[id, delivery?.due_at]]));
  sink.answerWith(200);
  clock.advance(60_000);
  await deliver(application.id);
  expect(await attempt?.queue.nextAttempts([id])).toEqual(new Map());
});
