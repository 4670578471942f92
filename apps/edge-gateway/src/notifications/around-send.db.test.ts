import { expect, test } from "vitest";
import type { OutgoingNotification, SendAgain, SendResult } from "./http-sender.service.ts";
import { eventFor, stage } from "./notifications.fixture.ts";
import { startSink } from "./sink.fixture.ts";

const { anotherProcess, createApplication, waiting, clock } = await stage();
const sink = await startSink();

/** A process that tells what it sends, and how that ended. */
function told() {
  const sent: { notification: OutgoingNotification; result: SendResult; again: SendAgain }[] = [];
  const { publish, deliver } = anotherProcess({
    aroundSend: (send, again) => async (notification) => {
      const result = await send(notification);
      sent.push({ notification, result, again });
      return result;
    },
  });
  return { sent, publish, deliver };
}

test("what stands around the sender is told the cause, and how the answer begins", async () => {
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

test("one more attempt is signed anew, goes to the address of now, and changes no retries", async () => {
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
  expect(await attempt?.again(attempt.notification.origin ?? {})).toEqual({ status: 200, answer: "" });
  const second = sink.arrivals.at(-1);
  expect(second).not.toBe(first);
  expect(second?.message).toMatchObject({ _id: first?.message._id, attempts: 1 });
  expect(second?.headers["webhook-signature"]).not.toBe(first?.headers["webhook-signature"]);
  expect(await waiting(application)).toEqual(before);
});
