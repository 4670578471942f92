import { expect, test } from "vitest";
import { eventFor, stage } from "./notifications.fixture.ts";

const { notifications, anotherProcess, createApplication, createUser, grant, revoke, waiting, db, clock } =
  await stage();
const { publish } = notifications;
const callback_url = "https://app.example.com/notifications";

test("an application gets events of its owner and of users who granted it access, only", async () => {
  const application = await createApplication({ callback_url });
  const user = await createUser();
  await grant(application, user);
  // A second login is no second subscription.
  await grant(application, user);
  const events = [user, application.owner_id, await createUser()].map((id) => eventFor(id));
  await publish({ events });
  expect(await waiting(application)).toHaveLength(2);
});

test("revoked grants do not count", async () => {
  const application = await createApplication({ callback_url });
  const user = await createUser();
  await revoke(await grant(application, user));
  await publish({ events: [eventFor(user)] });
  expect(await waiting(application)).toEqual([]);
});

test("an application gets only its topics, and only with a callback URL", async () => {
  const other = await createApplication({ callback_url, topics: ["invoices"] });
  const without = await createApplication({ callback_url: null });
  const empty = await createApplication({ callback_url: "" });
  const all = [other, without, empty];
  await publish({ events: all.map(({ owner_id }) => eventFor(owner_id)) });
  for (const application of all) expect(await waiting(application)).toEqual([]);
  await publish({ events: [eventFor(other.owner_id, { topic: "invoices" })] });
  expect(await waiting(other)).toHaveLength(1);
});

test("an event published again is ignored", async () => {
  const application = await createApplication({ callback_url });
  const event = eventFor(application.owner_id);
  expect(await publish({ events: [event] })).toEqual({ accepted: 1 });
  expect(await publish({ events: [event, eventFor(application.owner_id)] })).toEqual({ accepted: 1 });
  expect(await publish({ events: [event, event] })).toEqual({ accepted: 0 });
  const twins = eventFor(application.owner_id);
  expect(await publish({ events: [twins, twins] })).toEqual({ accepted: 1 });
  expect(await waiting(application)).toHaveLength(3);
});

test("an event published twice in parallel is delivered once", async () => {
  const application = await createApplication({ callback_url });
  const events = Array.from({ length: 50 }, () => eventFor(application.owner_id));
  const other = anotherProcess();
  const takers = [publish, other.publish, publish, other.publish];
  const answers = await Promise.all(
    takers.map((take, index) => take({ events: index % 2 ? events.toReversed() : events })),
  );
  expect(answers.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(50);
  expect(await waiting(application)).toHaveLength(50);
});

test("one event reaches each of many subscribed applications once", async () => {
  const user = await createUser();
  const applications = await Promise.all(
    Array.from({ length: 200 }, () => createApplication({ callback_url, topics: ["questions"] })),
  );
  await Promise.all(applications.map((application) => grant(application, user)));
  await publish({ events: [eventFor(user)] });
  const { rows } = await db.pool.query(
    "SELECT count(*) AS deliveries, count(DISTINCT application_id) AS applications FROM notification_deliveries WHERE user_id = $1",
    [user],
  );
  expect(rows).toEqual([{ deliveries: 200, applications: 200 }]);
});

test("events are forgotten after a week, not before", async () => {
  const application = await createApplication({ callback_url });
  const event = eventFor(application.owner_id);
  await publish({ events: [event] });
  const days = (count: number) => new Date(clock.now().getTime() + count * 86_400_000);
  await notifications.purge(days(6.9));
  expect(await publish({ events: [event] })).toEqual({ accepted: 0 });
  await notifications.purge(days(7.1));
  expect(await publish({ events: [event] })).toEqual({ accepted: 1 });
});

test("events without subscribers are not stored; when published again they reach new subscribers", async () => {
  const application = await createApplication({ callback_url, topics: ["invoices"] });
  const event = eventFor(application.owner_id, { topic: "questions" });
  const known = async () =>
    (await db.pool.query("SELECT FROM notification_events WHERE id = $1", [event.id])).rowCount;
  expect(await publish({ events: [event] })).toEqual({ accepted: 0 });
  expect(await known()).toBe(0);
  await db.pool.query("UPDATE applications SET topics = '{questions}' WHERE id = $1", [application.id]);
  expect(await publish({ events: [event] })).toEqual({ accepted: 1 });
  expect(await publish({ events: [event] })).toEqual({ accepted: 0 });
  expect(await known()).toBe(1);
  expect(await waiting(application)).toHaveLength(1);
});

test("orders is the old name of orders_v2: who subscribed to both gets the new one only", async () => {
  const topicsOf = async (topics: string[]) => {
    const application = await createApplication({ callback_url, topics });
    const events = ["orders", "orders_v2"].map((topic) => eventFor(application.owner_id, { topic }));
    await publish({ events });
    const { rows } = await db.pool.query<{ topic: string }>(
      "SELECT topic FROM notification_deliveries WHERE application_id = $1",
      [application.id],
    );
    return rows.map(({ topic }) => topic);
  };
  expect(await topicsOf(["orders"])).toEqual(["orders"]);
  expect(await topicsOf(["orders_v2"])).toEqual(["orders_v2"]);
  expect(await topicsOf(["orders", "orders_v2"])).toEqual(["orders_v2"]);
});
