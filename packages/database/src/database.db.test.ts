import { afterAll, beforeEach, expect, inject, test } from "vitest";
import { outsideTransactions } from "./ambient.ts";
import { withoutHeldConnection } from "./connection-guard.ts";
import { DatabaseUnavailable, isUniqueViolation } from "./errors.ts";
import { openQuestionsDatabase } from "./questions.ts";
import { createTestDatabase } from "./testing.ts";

const { url, drop } = await createTestDatabase(inject("testPostgresUrl"), "questions");
const db = openQuestionsDatabase({ url, poolSize: 2 });

afterAll(async () => {
  await db.close();
  await drop();
});

beforeEach(async () => {
  await db.pool.query("TRUNCATE idempotency_keys");
});

const callerId = 4_123_456_789;

function row(key: string) {
  return { callerId, method: "POST", path: "/questions", key, bodyHash: "hash" };
}

/** As a repository writes: with whatever transaction it is called in. */
async function insert(key: string) {
  await db.current().idempotencyKey.create({ data: row(key) });
}

async function keys(): Promise<string[]> {
  const { rows } = await withoutHeldConnection(() =>
    db.pool.query<{ key: string }>("SELECT key FROM idempotency_keys ORDER BY key"),
  );
  return rows.map(({ key }) => key);
}

test("a repository takes part in the transaction it is called in", async () => {
  await db.transaction(async () => {
    await insert("a");
    expect(await keys()).toEqual([]);
  });
  expect(await keys()).toEqual(["a"]);
});

test("a nested failure two levels down leaves the middle level whole", async () => {
  await db.transaction(async () => {
    await db.transaction(async () => {
      await insert("a");
      await db.transaction(async () => [await insert("b"), await insert("b")]).catch(() => {});
      await insert("c");
    });
  });
  expect(await keys()).toEqual(["a", "c"]);
});

test("nested transactions started together take turns", async () => {
  await db.transaction(async () => {
    const parts = ["a", "b", "b", "c"].map((key) => db.transaction(() => insert(key)));
    const results = await Promise.allSettled(parts);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
  });
  expect(await keys()).toEqual(["a", "b", "c"]);
});

test("callbacks run after the outermost commit, in order, and outside of the transaction", async () => {
  const seen: unknown[] = [];
  await db.transaction(async () => {
    db.afterCommit(async () => void seen.push("first", await keys(), db.current() === db.client));
    await db.transaction(async () => db.afterCommit(() => void seen.push("nested")));
    await insert("a");
    db.afterCommit(() => void seen.push("last"));
    expect(seen).toEqual([]);
  });
  expect(seen).toEqual(["first", ["a"], true, "nested", "last"]);
});

test("callbacks of what was rolled back never run", async () => {
  const seen: string[] = [];
  await db.transaction(async () => {
    await db
      .transaction(async () => {
        db.afterCommit(() => void seen.push("nested"));
        throw new Error("no");
      })
      .catch(() => {});
    db.afterCommit(() => void seen.push("outer"));
  });
  expect(seen).toEqual(["outer"]);
});

test("a callback without a transaction runs at once, and its failure harms nobody", async () => {
  const seen: string[] = [];
  db.afterCommit(() => void seen.push("now"));
  expect(seen).toEqual(["now"]);
  await db.transaction(async () => {
    db.afterCommit(() => {
      throw new Error("late");
    });
    await insert("a");
  });
  expect(await keys()).toEqual(["a"]);
});

test("two transactions that deadlock both succeed in the end", async () => {
  await insert("a");
  await insert("b");
  const touch = (key: string) =>
    db.current().idempotencyKey.updateMany({ where: { key }, data: { status: { increment: 1 } } });
  await db.pool.query("UPDATE idempotency_keys SET status = 0");
  const firstLocks = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  const inOrder = (one: string, other: string, mine: 0 | 1) =>
    db.transaction(async () => {
      await touch(one);
      firstLocks[mine].resolve();
      await firstLocks[mine === 0 ? 1 : 0].promise;
      await touch(other);
    });
  await Promise.all([inOrder("a", "b", 0), inOrder("b", "a", 1)]);
  const { rows } = await db.pool.query("SELECT DISTINCT status FROM idempotency_keys");
  expect(rows).toEqual([{ status: 2 }]);
});

test("outside of transactions the caller's transaction is not joined", async () => {
  await db.transaction(async () => {
    await withoutHeldConnection(() => outsideTransactions(() => insert("a")));
    expect(await keys()).toEqual(["a"]);
  });
});

test("work that outlives its transaction does not use it", async () => {
  const over = Promise.withResolvers<void>();
  let late: Promise<void> | undefined;
  await db.transaction(async () => {
    late = over.promise.then(() => insert("late"));
  });
  over.resolve();
  await late;
  expect(await keys()).toEqual(["late"]);
});

test("a unique violation names its constraint, in model and raw queries", async () => {
  await insert("a");
  const model = await insert("a").catch((error) => error);
  const raw = await db.current()
    .$executeRaw`INSERT INTO idempotency_keys SELECT * FROM idempotency_keys`.catch((error) => error);
  const plain = await db.pool
    .query("INSERT INTO idempotency_keys SELECT * FROM idempotency_keys")
    .catch((e) => e);
  for (const error of [model, raw, plain]) {
    expect(isUniqueViolation(error)).toBe(true);
    expect(isUniqueViolation(error, "idempotency_keys_pkey")).toBe(true);
    expect(isUniqueViolation(error, "other_key")).toBe(false);
  }
  expect(isUniqueViolation(new Error("other"))).toBe(false);
});

test("big ids come as numbers from raw queries and from the pool, and sessions are in UTC", async () => {
  await insert("a");
  const raw = await db.current().$queryRaw`SELECT caller_id, 1 AS small FROM idempotency_keys`;
  expect(raw).toEqual([{ caller_id: callerId, small: 1 }]);
  const { rows } = await db.pool.query(
    "SELECT caller_id, current_setting('TimeZone') AS zone FROM idempotency_keys",
  );
  expect(rows).toEqual([{ caller_id: callerId, zone: "UTC" }]);
  await expect(db.current().$queryRaw`SELECT 9007199254740993::bigint`).rejects.toThrow(RangeError);
});

test("a database that does not answer is told apart from a defect", async () => {
  const gone = new URL(url);
  gone.port = "1";
  const down = openQuestionsDatabase({ url: gone.href });
  await expect(down.current().idempotencyKey.count()).rejects.toBeInstanceOf(DatabaseUnavailable);
  await expect(down.transaction(async () => {})).rejects.toBeInstanceOf(DatabaseUnavailable);
  await down.close();
});

test("a server that became a standby, as in a failover, is not available for writes", async () => {
  const demoted = "BEGIN READ ONLY; DELETE FROM idempotency_keys";
  await expect(db.pool.query(demoted)).rejects.toBeInstanceOf(DatabaseUnavailable);
});

test("a statement over the time limit is canceled, which may be tried again and is no outage", async () => {
  const hasty = openQuestionsDatabase({ url, statementTimeout: 50 });
  const sleep = "SELECT pg_sleep(20)::text";
  const ways = [
    () => hasty.client.$queryRawUnsafe(sleep),
    () => hasty.query(sleep),
    () => hasty.pool.query(sleep),
    () => hasty.transaction(() => hasty.query(sleep)),
    () => hasty.transaction(() => hasty.current().$queryRawUnsafe(sleep)),
  ];
  for (const slow of ways) {
    const error = await slow().catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: "TookTooLong", tookTooLong: true });
    expect(error).not.toBeInstanceOf(DatabaseUnavailable);
  }
  // The transaction goes on behind a savepoint.
  const caught = hasty.transaction(async () => {
    await hasty.transaction(() => hasty.query(sleep)).catch(() => {});
    return hasty.query("SELECT 1 AS one");
  });
  expect(await caught).toEqual([{ one: 1 }]);
  await hasty.close();
});
