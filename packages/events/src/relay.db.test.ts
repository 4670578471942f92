import { inRequestScope } from "@marketplace/conventions";
import { RowsMissing } from "@marketplace/database";
import { openQuestionsDatabase } from "@marketplace/database/questions";
import { silentLogger } from "@marketplace/server";
import { asAnotherRequest, testDatabase } from "@marketplace/testkit/postgres";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { fakeGateway } from "./gateway.fixture.ts";
import {
  createOutbox,
  type OccurredEvent,
  outboxLag,
  publishRecorded,
  type Relay,
  startRelay,
} from "./index.ts";

const { db, url } = await testDatabase("questions");
const outbox = createOutbox(db);
const log = silentLogger();
// Longer than any test: an event that is relayed sooner woke the relay.
const never = 3_600_000;

const about = (resource: string): OccurredEvent => ({
  topic: "questions",
  resource,
  userId: 4_123_456_789,
  occurredAt: new Date("2026-03-10T15:00:00.123Z"),
});
const record = (...resources: string[]) =>
  db.transaction(async () => {
    for (const resource of resources) await outbox.record(about(resource));
  });
const waiting = async (): Promise<string[]> => {
  const rowsOf = () => db.pool.query("SELECT resource FROM outbox_events ORDER BY position");
  const { rows } = await asAnotherRequest(rowsOf);
  return rows.map(({ resource }) => resource);
};

const relays: Relay[] = [];
const start = (options: Partial<Parameters<typeof startRelay>[0]> = {}) => {
  const gateway = fakeGateway();
  const relay = startRelay({ pool: db.pool, outbox, notifications: gateway, log, pollMs: never, ...options });
  relays.push(relay);
  return { gateway, relay };
};
const stopAll = () => Promise.all(relays.splice(0).map((relay) => relay.stop()));

beforeEach(() => db.pool.query("TRUNCATE outbox_events"));
afterEach(stopAll);

test("events are recorded for each row of the statement they go with, and none for no row", async () => {
  const recorded = async (source: string) => {
    const { statement, values } = outbox.recordingEach("questions", source);
    await db.query(statement, values);
  };
  const rows = "('/questions/7', 1, now(), 'a'), ('/questions/8', 2, now(), NULL)";
  const columns = "made (resource, user_id, occurred_at, request_id)";
  await recorded(`(VALUES ${rows}) AS ${columns}`);
  await recorded(`(SELECT * FROM (VALUES ${rows}) AS ${columns} WHERE false) AS none`);
  expect(await waiting()).toEqual(["/questions/7", "/questions/8"]);
});

test("users are shown what happened before they are told of it, and not told when that cannot be", async () => {
  await record("/questions/1", "/questions/2");
  const gateway = fakeGateway();
  const shown: unknown[] = [];
  const beforePublish = async (users: readonly number[]) => {
    shown.push(users, gateway.batches.length);
    if (shown.length === 2) throw new Error("the database is away");
  };
  start({ notifications: gateway, beforePublish, pollMs: 1 });
  await gateway.wasHanded(2);
  const users = [4_123_456_789, 4_123_456_789];
  expect(shown).toEqual([users, 0, users, 0]);
});

test("a gateway that is not there at first is waited for in silence; the third failure is a warning", async () => {
  const lines: string[] = [];
  for (const level of ["info", "warn"] as const)
    vi.spyOn(log, level).mockImplementation(() => void lines.push(level));
  onTestFinished(() => void vi.restoreAllMocks());
  const { gateway, relay } = start({ pollMs: 1 });
  gateway.treatWith(async () => {
    if (gateway.batches.length < 4) throw new Error("connection refused");
  });
  await record("/questions/1");
  await expect.poll(waiting).toEqual([]);
  await relay.stop();
  expect(lines).toEqual(["info", "info", "warn"]);
});

test("an event is handed over as it happened, and its row goes", async () => {
  await record("/questions/1");
  const { gateway, relay } = start();
  await gateway.wasHanded(1);
  await relay.stop();
  expect(gateway.batches).toEqual([
    [
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        topic: "questions",
        resource: "/questions/1",
        user_id: 4_123_456_789,
        occurred_at: "2026-03-10T15:00:00.123Z",
      },
    ],
  ]);
  expect(await waiting()).toEqual([]);
});

test("an event keeps the id of the request that caused it", async () => {
  await inRequestScope({ requestId: "r-1" }, () => record("/questions/1"));
  await record("/questions/2");
  const { gateway } = start();
  await gateway.wasHanded(2);
  expect(gateway.batches.flat().map((event) => event.request_id)).toEqual(["r-1", undefined]);
});

test("an event says what was done where its topic does", async () => {
  await db.transaction(() => outbox.record({ ...about("/questions/1"), actions: ["created", "read"] }));
  await record("/questions/2");
  const { gateway } = start();
  await gateway.wasHanded(2);
  expect(gateway.batches.flat().map((event) => event.actions)).toEqual([["created", "read"], undefined]);
});

test("an outbox tells how much waits in it, and for how long", async () => {
  expect(await outboxLag(db.pool, new Date())).toEqual({ count: 0, oldestSeconds: 0 });
  const longAgo = new Date("2020-01-01T00:00:00Z");
  await outbox.record({ ...about("/questions/1"), occurredAt: longAgo });
  await record("/questions/2");
  const { count, oldestSeconds } = await outboxLag(db.pool, new Date("2020-01-01T06:00:00Z"));
  expect(count).toBe(2);
  expect(oldestSeconds).toBe(21_600);
});

test("an event that goes with a change is handed over with the others, or not recorded at all", async () => {
  const { gateway, relay } = start();
  await db.change([outbox.recording(about("/questions/1")), outbox.recording(about("/questions/2"))]);
  await gateway.wasHanded(2);
  // Ends the batch under way, which removes its rows after it has handed them over.
  await relay.stop();
  const impossible = { statement: "SELECT 1 WHERE false", values: [], rows: 1 };
  await expect(db.change([outbox.recording(about("/questions/3")), impossible])).rejects.toBeInstanceOf(
    RowsMissing,
  );
  expect(await waiting()).toEqual([]);
});

test("an event is there once its transaction committed, not before", async () => {
  const { gateway } = start();
  await db.transaction(async () => {
    await outbox.record(about("/questions/1"));
    expect(await waiting()).toEqual([]);
  });
  await gateway.wasHanded(1);
  expect(gateway.resources()).toEqual(["/questions/1"]);
});

test("what was rolled back never happened, in a nested transaction too", async () => {
  const rolledBack = db.transaction(async () => {
    await outbox.record(about("/questions/1"));
    throw new Error("no");
  });
  await expect(rolledBack).rejects.toThrow("no");
  await db.transaction(async () => {
    await db
      .transaction(async () => {
        await outbox.record(about("/questions/2"));
        throw new Error("no");
      })
      .catch(() => {});
    await outbox.record(about("/questions/3"));
  });
  expect(await waiting()).toEqual(["/questions/3"]);
});

test("a commit wakes the relay", async () => {
  const { gateway } = start();
  for (let count = 1; count <= 20; count++) {
    await record(`/questions/${count}`);
    await gateway.wasHanded(count);
  }
});

test("a commit while a batch is under way is not overslept", async () => {
  const { gateway } = start();
  gateway.treatWith(async (events) => {
    if (events.some(({ resource }) => resource === "/questions/1"))
      await asAnotherRequest(() => record("/questions/2"));
  });
  await record("/questions/1");
  await gateway.wasHanded(2);
  expect(gateway.resources()).toEqual(["/questions/1", "/questions/2"]);
});

test("events of another process are found by looking", async () => {
  const { gateway } = start({ pollMs: 1 });
  const other = openQuestionsDatabase({ url });
  await other.transaction(() => createOutbox(other).record(about("/questions/1")));
  await other.close();
  await gateway.wasHanded(1);
});

test("more events than a batch holds are all handed over, oldest first", async () => {
  const resources = Array.from({ length: 450 }, (_, index) => `/questions/${index}`);
  await record(...resources);
  const { gateway, relay } = start();
  await gateway.wasHanded(450);
  await relay.stop();
  expect(gateway.resources()).toEqual(resources);
  expect(gateway.batches.map(({ length }) => length)).toEqual([200, 200, 50]);
});

test("a gateway that fails leaves the events, and gets them under the same ids later", async () => {
  await record("/questions/1", "/questions/2");
  const { gateway, relay } = start({ pollMs: 1 });
  let failures = 3;
  gateway.treatWith(async () => {
    expect(await waiting()).toHaveLength(2);
    if (failures-- > 0) throw new Error("down");
  });
  await gateway.wasHanded(8);
  await relay.stop();
  expect(new Set(gateway.batches.map((batch) => batch.map(({ id }) => id).join())).size).toBe(1);
  expect(await waiting()).toEqual([]);
});

test("commits do not hurry a relay whose gateway fails", async () => {
  const { gateway, relay } = start();
  gateway.treatWith(async () => {
    throw new Error("down");
  });
  await record("/questions/1");
  await gateway.wasHanded(1);
  for (let count = 2; count <= 10; count++) await record(`/questions/${count}`);
  await relay.stop();
  expect(gateway.batches).toHaveLength(1);
  expect(await waiting()).toHaveLength(10);
});

test("a connection lost between hand-over and deletion repeats the hand-over and harms nothing else", async () => {
  await record("/questions/1");
  const { gateway, relay } = start({ pollMs: 1 });
  let breakages = 1;
  gateway.treatWith(async () => {
    if (breakages-- > 0) await endOtherSessions();
  });
  await gateway.wasHanded(2);
  await relay.stop();
  const [first, second] = gateway.batches;
  expect(second).toEqual(first);
  expect(await waiting()).toEqual([]);
});

/** Ends every session of the database but the one that asks, as a restart of the server would. */
async function endOtherSessions(): Promise<void> {
  const admin = openQuestionsDatabase({ url, poolSize: 1 });
  await admin.pool.query(
    "SELECT pg_terminate_backend(pid, 30000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
  );
  await admin.close();
}

test("two relays share one outbox: each event is handed over once", async () => {
  const resources = Array.from({ length: 1_000 }, (_, index) => `/questions/${index}`);
  await record(...resources);
  const both = [start(), start()];
  const started = Promise.withResolvers<void>();
  // The first batch of each is held until both have one, so that both take part.
  let arrived = 0;
  for (const { gateway } of both)
    gateway.treatWith(async () => {
      arrived += 1;
      if (arrived === 2) started.resolve();
      await started.promise;
    });
  await started.promise;
  await Promise.race(both.map(({ gateway }) => gateway.wasHanded(400)));
  await stopAll();
  const { gateway: last, relay } = start();
  const handed = both.flatMap(({ gateway }) => gateway.resources());
  await last.wasHanded(1_000 - handed.length);
  await relay.stop();
  const all = [...handed, ...last.resources()];
  expect(both.map(({ gateway }) => gateway.batches.length > 0)).toEqual([true, true]);
  expect(all).toHaveLength(1_000);
  expect(new Set(all).size).toBe(1_000);
  expect(await waiting()).toEqual([]);
});

test("a relay that stops finishes the batch at hand", async () => {
  await record("/questions/1");
  const { gateway, relay } = start();
  const answer = Promise.withResolvers<void>();
  gateway.treatWith(() => answer.promise);
  await gateway.wasHanded(1);
  const stopping = relay.stop();
  answer.resolve();
  await stopping;
  expect(await waiting()).toEqual([]);
});

test("what is recorded can be published at once; a relay that has it already is waited for", async () => {
  await record("/questions/1");
  const { gateway } = start();
  const held = Promise.withResolvers<void>();
  gateway.treatWith(() => held.promise);
  await gateway.wasHanded(1);
  await record("/questions/2");
  let published = false;
  const publishing = publishRecorded({ pool: db.pool, notifications: fakeGateway() }).then(() => {
    published = true;
  });
  await vi.waitUntil(async () => (await waiting()).length === 1, { interval: 1, timeout: 30_000 });
  expect(published).toBe(false);
  held.resolve();
  await publishing;
  expect(await waiting()).toEqual([]);
});
