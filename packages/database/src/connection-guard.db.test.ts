import { afterAll, beforeEach, describe, expect, inject, test } from "vitest";
import { outsideTransactions } from "./ambient.ts";
import { withConnection } from "./connection.ts";
import { ConnectionHeld, guardClients, withoutHeldConnection } from "./connection-guard.ts";
import { openFlexDatabase } from "./flex.ts";
import { openQuestionsDatabase } from "./questions.ts";
import { createTestDatabase } from "./testing.ts";

const [ours, theirs] = await Promise.all(
  (["questions", "flex"] as const).map((name) => createTestDatabase(inject("testPostgresUrl"), name)),
);
if (!ours || !theirs) throw new Error("two databases were asked for");
const db = openQuestionsDatabase({ url: ours.url, poolSize: 2 });
const other = openFlexDatabase({ url: theirs.url, poolSize: 2 });

afterAll(async () => {
  await Promise.all([db.close(), other.close()]);
  await Promise.all([ours.drop(), theirs.drop()]);
});

beforeEach(() => db.pool.query("TRUNCATE idempotency_keys"));

const second: [what: string, ask: () => Promise<unknown>][] = [
  ["the pool", () => db.pool.query("SELECT 1")],
  ["Prisma's plain client", () => db.client.idempotencyKey.count()],
  ["SQL outside of transactions", () => outsideTransactions(() => db.query("SELECT 1"))],
  ["a transaction of its own", () => outsideTransactions(() => db.transaction(async () => {}))],
  ["a connection of the pool", () => withConnection(db.pool, async () => {})],
  ["another database", () => other.query("SELECT 1")],
  ["a transaction on another database", () => other.transaction(async () => {})],
];

describe("work that holds a connection gets no second one", () => {
  test.each(second)("from %s, in a transaction", async (_, ask) => {
    await db.transaction(async () => {
      await expect(ask()).rejects.toThrow(/second connection/);
      // The one that it has still serves.
      expect(await db.query("SELECT 1 AS one")).toEqual([{ one: 1 }]);
    });
    await ask();
  });

  test.each(second)("from %s, with a connection of the pool", async (_, ask) => {
    await withConnection(db.pool, async (connection) => {
      await expect(ask()).rejects.toThrow(/second connection/);
      await connection.query("SELECT 1");
    });
    await ask();
  });

  test("but another service in the same process does, which holds nothing", async () => {
    const [row] = await withConnection(db.pool, () =>
      withoutHeldConnection(() => other.query("SELECT 1 AS one")),
    );
    expect(row).toEqual({ one: 1 });
  });

  test("and may have one once the first is given back, also in what it leaves behind", async () => {
    const over = Promise.withResolvers<void>();
    let late: Promise<unknown> | undefined;
    let afterwards: unknown;
    await db.transaction(async () => {
      late = over.promise.then(() => other.query("SELECT 1"));
      db.afterCommit(async () => {
        afterwards = await db.pool.query("SELECT 1");
      });
    });
    over.resolve();
    await late;
    expect(afterwards).toBeDefined();
  });
});

describe("another service", () => {
  const clients = guardClients({ catalog: { sites: async (_: object) => ["MLA"] } });

  test("is not asked while a transaction is open", async () => {
    const asking = db.transaction(() => clients.catalog.sites({}));
    await expect(asking).rejects.toThrow(
      new ConnectionHeld("catalog.sites was called while a transaction is open"),
    );
  });

  test("is asked before it, after it, and by what hands events over", async () => {
    expect(await clients.catalog.sites({})).toEqual(["MLA"]);
    await db.transaction(async () => {});
    expect(await clients.catalog.sites({})).toEqual(["MLA"]);
    expect(await withConnection(db.pool, () => clients.catalog.sites({}))).toEqual(["MLA"]);
  });
});

describe("transactions", () => {
  test("that all wait for the same row leave connections to those who read", async () => {
    const wide = openQuestionsDatabase({ url: ours.url, poolSize: 4 });
    await wide.execute(
      "INSERT INTO idempotency_keys (caller_id, method, path, key, body_hash) VALUES (1, 'POST', '/', 'a', '')",
    );
    const locked = Promise.withResolvers<void>();
    const over = Promise.withResolvers<void>();
    const change = () => wide.execute("UPDATE idempotency_keys SET status = coalesce(status, 0) + 1");
    const first = db.transaction(async () => {
      await db.execute("UPDATE idempotency_keys SET status = 0");
      locked.resolve();
      await over.promise;
    });
    await locked.promise;
    const others = Array.from({ length: 20 }, () => wide.transaction(change));
    expect(await wide.query("SELECT status FROM idempotency_keys")).toEqual([{ status: null }]);
    over.resolve();
    await Promise.all([first, ...others]);
    expect(await wide.query("SELECT status FROM idempotency_keys")).toEqual([{ status: 20 }]);
    await wide.close();
  });
});
