import { getEventListeners } from "node:events";
import { silentLogger, systemClock } from "@marketplace/server";
import { startApp } from "@marketplace/testkit";
import { expect, it } from "vitest";
import { beginWorld } from "../worlds/begin-world.ts";
import type { FaultRule } from "./faults.schema.ts";
import { injectNotificationFaults } from "./notification-faults.ts";
import { faultsOf, injectRequestFaults } from "./request-faults.ts";

const { world, renew } = beginWorld(
  {
    id: "w1",
    from: "demo",
    handle: (_req, res) => void res.end("served"),
    withDue: (work) => work([]),
  },
  { systemClock, log: silentLogger() },
);
const http = startApp((req, res) => injectRequestFaults(world, { req, res }, () => world.handle(req, res)));

const disturb = (rule: Pick<FaultRule, "target" | "effect">) =>
  faultsOf(world).set([{ id: "r1", match: {}, ttl_seconds: 600, ...rule }]);
const fired = (times: number) => expect.poll(() => faultsOf(world).list()[0]?.fired).toBe(times);
const listeners = () => getEventListeners(world.epoch.ended, "abort").length;
const anHour = { type: "fixed", ms: 3_600_000 } as const;

const notification = { url: "http://app.test/", headers: {}, body: JSON.stringify({ topic: "items" }) };

/** Sends a notification that only what the world does can let go. */
function notify(stopping?: AbortSignal) {
  let sent = 0;
  const send = async () => {
    sent += 1;
    return { status: 200 };
  };
  const result = injectNotificationFaults(world, { ...notification, ...(stopping && { stopping }) }, send);
  return { result, sent: () => sent };
}

it("a delayed request goes on when the world is reset", async () => {
  disturb({ target: "api", effect: { delay: anHour } });
  const answer = http.get("/x");
  await fired(1);
  renew();
  expect((await answer).text).toBe("served");
});

it.each([
  { name: "delayed", effect: { delay: anHour } },
  { name: "to be overtaken", effect: { reorder: true as const } },
])("a notification that is $name has failed when the world is reset or its services close", async (rule) => {
  disturb({ target: "notification", effect: rule.effect });
  const services = new AbortController();
  const first = notify(services.signal);
  await fired(1);
  services.abort();
  const failed = { failure: expect.stringContaining("r1") };
  expect(await first.result).toEqual(failed);
  const second = notify();
  await fired(2);
  renew();
  expect(await second.result).toEqual(failed);
  expect([first.sent(), second.sent()]).toEqual([0, 0]);
});

it("a notification is sent after the one that overtakes it", async () => {
  disturb({ target: "notification", effect: { reorder: true } });
  const held = notify();
  await fired(1);
  faultsOf(world).set([]);
  expect(await notify().result).toEqual({ status: 200 });
  expect(await held.result).toEqual({ status: 200 });
});

it("what was held back leaves no listeners with the world", async () => {
  const before = listeners();
  const short = { type: "fixed", ms: 1 } as const;
  disturb({ target: "api", effect: { delay: short } });
  for (let request = 0; request < 3; request++) await http.get("/x");
  disturb({ target: "notification", effect: { delay: short } });
  for (let message = 0; message < 3; message++) await notify().result;
  expect(listeners()).toBe(before);
});
