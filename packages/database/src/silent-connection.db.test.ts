import { afterAll, expect, inject, test } from "vitest";
import { openGatewayDatabase } from "./gateway.ts";
import { invalidate } from "./invalidation-notice.ts";
import { openInvalidations } from "./invalidations.ts";
import { createTestDatabase, swallowingProxy } from "./testing.ts";

const { url, drop } = await createTestDatabase(inject("testPostgresUrl"), "gateway");
const db = openGatewayDatabase({ url, poolSize: 2 });
const proxy = await swallowingProxy(url);
const reasons: string[] = [];
const log = { warn: (fields: object) => void reasons.push(JSON.stringify(fields)), error: () => {} };
const invalidations = openInvalidations({ url: proxy.url, retryMs: 1, log });
const forgotten: (string | undefined)[] = [];

afterAll(async () => {
  await invalidations.close();
  await proxy.close();
  await db.close();
  await drop();
});

test("a connection that went silent is noticed, then replaced, and everything is forgotten", async () => {
  invalidations.on("colors", (key) => forgotten.push(key));
  await expect.poll(() => invalidations.listening).toBe(true);
  expect(forgotten).toEqual([undefined]);
  proxy.swallow();
  await invalidate(db, "colors", "missed");
  // No error, no end of a connection: only the beats stay away.
  await expect.poll(() => invalidations.listening, { interval: 10 }).toBe(false);
  expect(reasons).toEqual([]);
  await expect.poll(() => invalidations.listening).toBe(true);
  expect(forgotten).toEqual([undefined, undefined]);
  expect(reasons).toHaveLength(1);
  await invalidate(db, "colors", "heard");
  await expect.poll(() => forgotten.at(-1)).toBe("heard");
});
