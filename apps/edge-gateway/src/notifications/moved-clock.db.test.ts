import { fakeClock } from "@marketplace/testkit";
import { afterEach, expect, test } from "vitest";
import { eventFor, stage } from "./notifications.fixture.ts";
import { startSink } from "./sink.fixture.ts";

const real = fakeClock("2026-03-10T15:00:00.000Z");
const { notifications, clock, createApplication, waiting, db } = await stage({ systemClock: real });
const sink = await startSink();
const { publish, deliver, deliverDue, due } = notifications;
const hour = 3_600_000;
clock.set(new Date(real.now().getTime() + 100 * hour));
const all = () => ({ after: clock.now(), until: new Date(clock.now().getTime() + 1_000 * hour), limit: 10 });

afterEach(async () => {
  sink.arrivals.length = 0;
  sink.answerWith(200);
  await db.pool.query("DELETE FROM notification_deliveries");
});

test("a notification says when it is sent in domain time, and is signed at the real time", async () => {
  const application = await createApplication({ callback_url: sink.url });
  await publish({ events: [eventFor(application.owner_id)] });
  await deliver(application.id);
  const [arrival] = sink.arrivals;
  expect(arrival?.message).toMatchObject({
    sent: "2026-03-14T19:00:00.000Z",
    received: "2026-03-14T19:00:00.000Z",
  });
  expect(arrival?.headers["webhook-timestamp"]).toBe(String(real.now().getTime() / 1_000));
});

test("a claim ends by the real clock: moving the other one makes nobody deliver twice", async () => {
  const application = await createApplication({ callback_url: sink.url });
  const held = Promise.withResolvers<void>();
  sink.answerWith((_, res) => void held.promise.then(() => res.writeHead(200).end()));
  await publish({ events: [eventFor(application.owner_id)] });
  const first = deliver(application.id);
  await sink.hasArrivals(1);
  clock.advance(10 * hour);
  await deliver(application.id);
  expect(sink.arrivals).toHaveLength(1);
  held.resolve();
  await first;
  expect(await waiting(application)).toEqual([]);
});

test("what waits is listed by the moment at which it is due, and done when that has come", async () => {
  const application = await createApplication({ callback_url: sink.url });
  sink.answerWith(503);
  await publish({ events: [eventFor(application.owner_id)] });
  await deliverDue();
  expect(sink.arrivals).toHaveLength(1);
  for (let attempts = 1; attempts < 8; attempts += 1) {
    const [row] = await waiting(application);
    const [next, ...more] = await due.attempts(all());
    expect([next, more]).toEqual([{ at: row?.due_at, id: `/notifications/${row?.id}` }, []]);
    clock.set(next?.at ?? "");
    expect(await due.attempts(all())).toEqual([]);
    await deliverDue();
  }
  expect(sink.arrivals).toHaveLength(8);
  expect(await due.attempts(all())).toEqual([]);
  const ends = new Date(clock.now().getTime() + 48 * hour);
  expect(await due.ends(all())).toEqual([{ at: ends, id: expect.stringMatching(/^\/missed_feeds\//) }]);
});
