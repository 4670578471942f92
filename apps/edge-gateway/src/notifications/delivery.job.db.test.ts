import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { systemClock } from "@marketplace/server";
import pg from "pg";
import { afterEach, expect, test } from "vitest";
import { eventFor, stage } from "./notifications.fixture.ts";
import { startSink } from "./sink.fixture.ts";

const gaps = [1, 1, 1, 1, 1, 1, 1];
const { notifications, anotherProcess, createApplication, waiting, db, url } = await stage({
  clock: systemClock,
  gaps,
});

const running: { stop(): Promise<void> }[] = [];
const start = async (process = notifications) => {
  const worker = await process.start();
  running.push(worker);
  return worker;
};

/** A subscribed application with an endpoint of its own. */
async function subscribed() {
  const sink = await startSink();
  return { sink, application: await createApplication({ callback_url: sink.url }) };
}

afterEach(async () => {
  await Promise.all(running.splice(0).map((worker) => worker.stop()));
  await db.pool.query("DELETE FROM notification_deliveries");
});

test("a published event is delivered", async () => {
  const { sink, application } = await subscribed();
  await start(anotherProcess());
  await notifications.publish({ events: [eventFor(application.owner_id)] });
  await sink.hasArrivals(1);
});

test("failed attempts are retried until one is acknowledged", async () => {
  const { sink, application } = await subscribed();
  let failures = 2;
  sink.answerWith((_req, res) => res.writeHead(failures-- > 0 ? 500 : 200).end());
  await start(anotherProcess());
  await notifications.publish({ events: [eventFor(application.owner_id)] });
  await sink.hasArrivals(3);
  expect(sink.arrivals.map(({ message }) => message.attempts)).toEqual([1, 2, 3]);
  expect(new Set(sink.arrivals.map(({ message }) => message._id)).size).toBe(1);
});

test("events published while no worker runs are delivered when one starts", async () => {
  const { sink, application } = await subscribed();
  await notifications.publish({ events: [eventFor(application.owner_id)] });
  await start(anotherProcess());
  await sink.hasArrivals(1);
});

test("several processes share the work, and each notification arrives once", async () => {
  const { sink, application } = await subscribed();
  const processes = [anotherProcess({ parallel: 4 }), anotherProcess({ parallel: 4 })];
  await Promise.all(processes.map(start));
  const events = Array.from({ length: 300 }, () => eventFor(application.owner_id));
  for (let from = 0; from < events.length; from += 50)
    await notifications.publish({ events: events.slice(from, from + 50) });
  await sink.hasArrivals(300);
  await Promise.all(running.splice(0).map((worker) => worker.stop()));
  expect(new Set(sink.arrivals.map(({ message }) => message._id)).size).toBe(300);
  expect(sink.arrivals).toHaveLength(300);
});

test("an endpoint that hangs does not delay other applications", async () => {
  const { sink: hanging, application: stuck } = await subscribed();
  hanging.answerWith(() => {});
  const healthy = await Promise.all(Array.from({ length: 9 }, subscribed));
  // Slots and time enough for the hanging one to be in the way if it could: no attempt ends before the test
  // does.
  const patient = anotherProcess({ timeoutMs: 30_000, concurrency: 2, parallel: 4 });
  await start(patient);
  const owners = [stuck, ...healthy.map(({ application }) => application)].map(({ owner_id }) => owner_id);
  for (let turn = 0; turn < 10; turn++) {
    await notifications.publish({ events: owners.map((id) => eventFor(id)) });
    await Promise.all(healthy.map(({ sink }) => sink.hasArrivals(turn + 1)));
  }
  expect(hanging.arrivals).toHaveLength(4);
  expect(await waiting(stuck)).toHaveLength(10);
  hanging.answerWith(200);
  hanging.hangUp();
  await patient.close();
});

test("a process killed between claim and acknowledgement loses nothing", async () => {
  const { sink, application } = await subscribed();
  sink.answerWith(() => {});
  const child = spawn(process.execPath, [fileURLToPath(import.meta.resolve("./dispatcher.child.ts"))], {
    env: { ...process.env, DATABASE_URL: url },
    stdio: ["ignore", "inherit", "inherit"],
  });
  await notifications.publish({ events: [eventFor(application.owner_id)] });
  await sink.hasArrivals(1);
  child.kill("SIGKILL");
  await once(child, "exit");
  sink.answerWith(200);
  const [claimed] = await waiting(application);
  expect(claimed).toMatchObject({ id: sink.arrivals[0]?.message._id, attempts: 0 });
  // The clock of the process that takes over is past the end of the dead one's claim.
  const later = { ...systemClock, now: () => new Date(Date.now() + 60_000) };
  await start(anotherProcess({ clock: later }));
  await sink.hasArrivals(2);
  expect(sink.arrivals[1]?.message._id).toBe(claimed?.id);
});

test("nothing is lost while the database is down, and the worker recovers", async () => {
  const { sink, application } = await subscribed();
  const answers: (() => void)[] = [];
  sink.answerWith((_req, res) => answers.push(() => res.writeHead(200).end()));
  await start(anotherProcess());
  await notifications.publish({ events: [eventFor(application.owner_id)] });
  await sink.hasArrivals(1);
  // The answer comes when it cannot be written down, and so the job's end cannot either.
  const bringBack = await takeAway();
  answers[0]?.();
  await expect(start(anotherProcess())).rejects.toThrow();
  await bringBack();
  sink.answerWith(200);
  await notifications.publish({ events: [eventFor(application.owner_id)] });
  await sink.hasArrivals(2);
});

/** Ends all sessions of the database and lets nobody in until it is brought back. */
async function takeAway(): Promise<() => Promise<void>> {
  const admin = new URL(url);
  const name = admin.pathname.slice(1);
  admin.pathname = "/postgres";
  const say = async (sql: string) => {
    const session = new pg.Client({ connectionString: admin.href });
    await session.connect();
    await session.query(sql).finally(() => session.end());
  };
  await say(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  await say(`SELECT pg_terminate_backend(pid, 30000) FROM pg_stat_activity WHERE datname = '${name}'`);
  return () => say(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
}

test("a worker that stops waits for running attempts and stores their outcomes", async () => {
  const { sink, application } = await subscribed();
  const answers: (() => void)[] = [];
  sink.answerWith((_req, res) => answers.push(() => res.writeHead(200).end()));
  const worker = await start(anotherProcess());
  await notifications.publish({ events: [eventFor(application.owner_id)] });
  await sink.hasArrivals(1);
  const stopping = worker.stop();
  answers[0]?.();
  await stopping;
  running.length = 0;
  expect(await waiting(application)).toEqual([]);
});
