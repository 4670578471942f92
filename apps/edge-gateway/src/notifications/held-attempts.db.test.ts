import { silentLogger } from "@marketplace/server";
import { afterEach, expect, test } from "vitest";
import { createDeliveriesRepo } from "./deliveries.repo.ts";
import { startDeliveryBatch } from "./delivery-batch.service.ts";
import type { AroundSend, SendNotification } from "./http-sender.service.ts";
import { eventFor, stage } from "./notifications.fixture.ts";
import { standardGaps } from "./retry-schedule.rules.ts";
import { startSink } from "./sink.fixture.ts";

const { anotherProcess, applications, createApplication, waiting, clock, db } = await stage();
const sink = await startSink();
const hour = 3_600_000;

afterEach(async () => {
  sink.arrivals.length = 0;
  await db.pool.query("DELETE FROM notification_deliveries");
});

/** Holds attempts back, for longer than any claim, until they are let go or notifications stop. */
function hold() {
  const release = Promise.withResolvers<void>();
  const began = Promise.withResolvers<void>();
  let attempts = 0;
  const around = (send: SendNotification): SendNotification => {
    return async (notification) => {
      attempts += 1;
      began.resolve();
      const stopped = new Promise((resolve) => notification.stopping?.addEventListener("abort", resolve));
      await Promise.race([release.promise, stopped]);
      return notification.stopping?.aborted ? { failure: "it was held back" } : send(notification);
    };
  };
  return {
    aroundSend: around satisfies AroundSend,
    around,
    began: began.promise,
    release: release.resolve,
    attempts: () => attempts,
  };
}

test("an attempt that outlasts its claim is not made a second time beside the first", async () => {
  const held = hold();
  const { publish, deliver } = anotherProcess(held);
  const application = await createApplication({ callback_url: sink.url });
  await publish({ events: [eventFor(application.owner_id)] });
  const first = deliver(application.id);
  await held.began;
  clock.advance(hour);
  await publish({ events: [eventFor(application.owner_id)] });
  await deliver(application.id);
  held.release();
  await first;
  expect(held.attempts()).toBe(2);
  expect(new Set(sink.arrivals.map(({ message }) => message._id)).size).toBe(2);
  expect(await waiting(application)).toEqual([]);
});

test("the claim of an attempt under way is renewed, so that no other process takes it over", async () => {
  const { publish } = anotherProcess();
  const application = await createApplication({ callback_url: sink.url });
  await publish({ events: [eventFor(application.owner_id)] });
  const batch = (send: SendNotification) =>
    startDeliveryBatch(
      {
        deliveries: createDeliveriesRepo(db),
        applications,
        sender: { send, close: async () => {} },
        clock,
        systemClock: clock,
        log: silentLogger(),
        gaps: standardGaps,
        parallel: 4,
        claimMs: 30,
        stopping: new AbortController().signal,
      },
      application.id,
    );
  const held = hold();
  const first = batch(held.around(async () => ({ status: 200 })));
  await held.began;
  clock.advance(hour);
  const isClaimed = async () => {
    const { rows } = await db.pool.query("SELECT FROM notification_deliveries WHERE claimed_until > $1", [
      clock.now(),
    ]);
    return rows.length;
  };
  await expect.poll(isClaimed).toBe(1);
  const other = hold();
  await batch(other.around(async () => ({ status: 200 }))).finished;
  expect(other.attempts()).toBe(0);
  held.release();
  await first.finished;
  expect(await waiting(application)).toEqual([]);
});

test("stopping ends attempts that are held back: they have failed, and are made again", async () => {
  const held = hold();
  const stopping = anotherProcess(held);
  const application = await createApplication({ callback_url: sink.url });
  await stopping.publish({ events: [eventFor(application.owner_id)] });
  const worker = await stopping.start();
  await held.began;
  await worker.stop();
  expect(await waiting(application)).toMatchObject([{ attempts: 1, due_at: expect.any(Date) }]);
  expect(sink.arrivals).toEqual([]);
});

test("waiting for all that is due ends when notifications have stopped", async () => {
  const stopped = anotherProcess();
  const application = await createApplication({ callback_url: sink.url });
  await (await stopped.start()).stop();
  await stopped.publish({ events: [eventFor(application.owner_id)] });
  await stopped.deliverDue();
  expect(await waiting(application)).toMatchObject([{ attempts: 0 }]);
});
