import { expect, test } from "vitest";
import { testDatabase } from "./postgres.ts";

const one = await testDatabase("catalog");
const other = await testDatabase("catalog");

test("two databases of one service do not see each other's rows", async () => {
  const id = { callerId: 4_000_000_001n, method: "POST", path: "/items", key: "k" };
  await one.db.current().idempotencyKey.create({ data: { ...id, bodyHash: "h" } });
  expect(await one.db.current().idempotencyKey.count()).toBe(1);
  expect(await other.db.current().idempotencyKey.count()).toBe(0);
});
