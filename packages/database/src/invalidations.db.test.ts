import { afterAll, expect, inject, test } from "vitest";
import { withoutHeldConnection } from "./connection-guard.ts";
import { openGatewayDatabase } from "./gateway.ts";
import { invalidate } from "./invalidation-notice.ts";
import { type Invalidations, openInvalidations } from "./invalidations.ts";
import { createTestDatabase } from "./testing.ts";

const { url, drop } = await createTestDatabase(inject("testPostgresUrl"), "gateway");
const db = openGatewayDatabase({ url, poolSize: 2 });
const opened: Invalidations[] = [];

afterAll(async () => {
  for (const invalidations of opened) await invalidations.close();
  await db.close();
  await drop();
});

/** A process with a cache of colors, and the keys that it was told to forget. */
async function listener() {
  const invalidations = openInvalidations({ url, retryMs: 1 });
  opened.push(invalidations);
  const forgotten: (string | undefined)[] = [];
  invalidations.on("colors", (key) => forgotten.push(key));
  await expect.poll(() => invalidations.listening && forgotten.length > 0).toBe(true);
  return { invalidations, forgotten };
}

/** Earlier notices have arrived once this one has. */
async function untilTold({ forgotten }: { forgotten: (string | undefined)[] }, last: string) {
  await invalidate(db, "colors", last);
  await expect.poll(() => forgotten.includes(last)).toBe(true);
}

test("every process is told what another one made out of date", async () => {
  const processes = [await listener(), await listener()];
  await invalidate(db, "colors", "red: the dark one");
  for (const process of processes) {
    await untilTold(process, "end");
    expect(process.forgotten.slice(0, 2)).toEqual([undefined, "red: the dark one"]);
  }
});

test("a notice is sent when its transaction commits, and never when it does not", async () => {
  const process = await listener();
  await db.transaction(async () => {
    await invalidate(db, "colors", "green");
    await withoutHeldConnection(() => db.pool.query("SELECT pg_notify('invalidations', 'colors:before')"));
    await expect.poll(() => process.forgotten.includes("before")).toBe(true);
    expect(process.forgotten).not.toContain("green");
  });
  const failing = db.transaction(async () => {
    await invalidate(db, "colors", "blue");
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  await untilTold(process, "end");
  expect(process.forgotten).toEqual([undefined, "before", "green", "end"]);
});

test("a notice of another topic does not concern a cache, one without a key or with a huge one concerns all of it", async () => {
  const process = await listener();
  await invalidate(db, "shapes", "round");
  await invalidate(db, "colors");
  await invalidate(db, "colors", "x".repeat(8_000));
  await untilTold(process, "end");
  expect(process.forgotten).toEqual([undefined, undefined, undefined, "end"]);
});

test("after its connection broke a process forgets everything and hears notices again", async () => {
  const process = await listener();
  await db.pool.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'invalidations'",
  );
  await expect.poll(() => process.forgotten.length === 2 && process.invalidations.listening).toBe(true);
  expect(process.forgotten).toEqual([undefined, undefined]);
  await untilTold(process, "end");
});

test("without a server a process goes on, does not claim to listen, and can be closed", async () => {
  const warnings: string[] = [];
  const log = { warn: (_: object, text: string) => void warnings.push(text), error: () => {} };
  const invalidations = openInvalidations({ url: "postgresql://nobody@127.0.0.1:1/none", retryMs: 1, log });
  invalidations.on("colors", () => {});
  await expect.poll(() => warnings.length > 2).toBe(true);
  expect(invalidations.listening).toBe(false);
  await invalidations.close();
});

test("nothing is connected before a topic has a listener", async () => {
  const invalidations = openInvalidations({ url });
  expect(invalidations.listening).toBe(false);
  await invalidations.close();
});

test("a topic with the separator of topic and key is refused", async () => {
  await expect(invalidate(db, "a:b")).rejects.toThrow("no topic");
});
