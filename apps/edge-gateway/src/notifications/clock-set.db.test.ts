import { afterEach, expect, test } from "vitest";
import { eventFor, stage } from "./notifications.fixture.ts";
import { startSink } from "./sink.fixture.ts";

const { notifications, anotherProcess, clock, createApplication, waiting, db } = await stage();
const sink = await startSink();
const { publish, deliver } = notifications;
const hour = 3_600_000;

afterEach(async () => {
  sink.arrivals.length = 0;
  sink.answerWith(200);
  await db.pool.query("DELETE FROM notification_deliveries");
});

/** A notification whose first attempt failed: the next one follows after 5 s, give or take a fifth. */
async function failedOnce() {
  const application = await createApplication({ callback_url: sink.url });
  sink.answerWith(503);
  await publish({ events: [eventFor(application.owner_id)] });
  await deliver(application.id);
  sink.answerWith(200);
  return application;
}

test("after the clock was set back by hours a notification waits no longer than its gap", async () => {
  const application = await failedOnce();
  clock.step(-5 * hour);
  await deliver(application.id);
  expect(sink.arrivals).toHaveLength(1);
  const worker = await anotherProcess().start();
  // Its first look; until then the row says that it is due in five hours.
  const dueIn = async () => Number((await waiting(application))[0]?.due_at) - clock.now().getTime();
  await expect.poll(dueIn).toBeLessThanOrEqual(25_000);
  await worker.stop();
  clock.advance(25_000);
  await deliver(application.id);
  expect(sink.arrivals).toHaveLength(2);
  expect(await waiting(application)).toEqual([]);
});

test("a clock that is set forward and back between two polls is noticed", async () => {
  const worker = await anotherProcess().start();
  const application = await createApplication({ callback_url: null });
  clock.step(5 * hour);
  await db.pool.query(
    `INSERT INTO notification_deliveries (application_id, topic, resource, user_id, received_at, due_at)
     VALUES ($1, 'questions', '/questions/1', $2, $3, $3)`,
    [application.id, application.owner_id, clock.now()],
  );
  clock.step(-5 * hour);
  const dueIn = async () => Number((await waiting(application))[0]?.due_at) - clock.now().getTime();
  await expect.poll(dueIn).toBeLessThanOrEqual(25_000);
  await worker.stop();
});

test("after the clock was set forward by hours a notification is delivered once", async () => {
  const application = await failedOnce();
  clock.step(5 * hour);
  await deliver(application.id);
  expect(sink.arrivals).toHaveLength(2);
  await deliver(application.id);
  expect(sink.arrivals).toHaveLength(2);
});
