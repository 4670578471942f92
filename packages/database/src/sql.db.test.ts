import { afterAll, beforeEach, expect, inject, test } from "vitest";
import { outsideTransactions } from "./ambient.ts";
import { RowsMissing } from "./changes.ts";
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

const insertion = `INSERT INTO idempotency_keys (caller_id, method, path, key, body_hash)
  VALUES (4123456789, 'POST', '/questions', $1, 'hash')`;
const insert = (key: string) => db.execute(insertion, [key]);
const insertByPrisma = (key: string) =>
  db.current().idempotencyKey.create({
    data: { callerId: 4_123_456_789, method: "POST", path: "/questions", key, bodyHash: "hash" },
  });

/** As others see them: never inside of a transaction. */
async function keys(): Promise<string[]> {
  const { rows } = await withoutHeldConnection(() =>
    db.pool.query<{ key: string }>("SELECT key FROM idempotency_keys ORDER BY key"),
  );
  return rows.map(({ key }) => key);
}

const backend = async () => (await db.query<{ pid: number }>("SELECT pg_backend_pid() AS pid"))[0]?.pid;

test("a statement outside of transactions stands for itself and gives typed rows", async () => {
  expect(await insert("a")).toBe(1);
  const rows = await db.query(
    "SELECT caller_id, key, created_at < now() AS past, 1.5::numeric AS half FROM idempotency_keys WHERE key = $1",
    ["a"],
  );
  expect(rows).toEqual([{ caller_id: 4_123_456_789, key: "a", past: true, half: "1.5" }]);
  expect(await db.execute("DELETE FROM idempotency_keys WHERE key = $1", ["b"])).toBe(0);
});

test("a statement is prepared once per connection", async () => {
  const prepared = `SELECT name, generic_plans + custom_plans AS uses FROM pg_prepared_statements WHERE statement = $1`;
  await db.transaction(async () => {
    await insert("a");
    const [first] = await db.query(prepared, [insertion]);
    for (const key of ["b", "c"]) await insert(key);
    expect(await db.query(prepared, [insertion])).toEqual([{ ...first, uses: first?.uses + 2 }]);
  });
});

test("a statement that is not to be prepared belongs to the transaction and gives typed rows", async () => {
  const named = "SELECT name FROM pg_prepared_statements WHERE statement = $1";
  const statement = "SELECT caller_id, key FROM idempotency_keys WHERE key = $1";
  await db.transaction(async () => {
    await insert("a");
    expect(await db.queryUnprepared(statement, ["a"])).toEqual([{ caller_id: 4_123_456_789, key: "a" }]);
    expect(await db.query(named, [statement])).toEqual([]);
  });
});

test("SQL and Prisma share a transaction, whichever comes first, and it commits both", async () => {
  await db.transaction(async (tx) => {
    await insert("a");
    expect(await tx.idempotencyKey.count()).toBe(1);
    await insertByPrisma("b");
    await insert("c");
    expect(await db.current().$queryRaw`SELECT pg_backend_pid() AS pid`).toEqual([{ pid: await backend() }]);
    expect(await keys()).toEqual([]);
  });
  expect(await keys()).toEqual(["a", "b", "c"]);
});

test("a throw rolls back what SQL and Prisma did, nested transactions included", async () => {
  const failing = db.transaction(async () => {
    await insertByPrisma("a");
    await insert("b");
    await db.transaction(() => insertByPrisma("c"));
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  expect(await keys()).toEqual([]);
});

test("a caught failure of a nested transaction undoes that part only, of SQL and Prisma alike", async () => {
  await db.transaction(async () => {
    await insert("a");
    for (const again of [insert, insertByPrisma]) {
      const violation = await db
        .transaction(async () => [await insertByPrisma("b"), await again("a")])
        .catch((error) => error);
      expect(isUniqueViolation(violation, "idempotency_keys_pkey")).toBe(true);
    }
    await db.transaction(() => insert("c"));
  });
  expect(await keys()).toEqual(["a", "c"]);
});

test.each([
  ["SQL", insert],
  ["Prisma", insertByPrisma],
])("a swallowed failure of a statement does not pass for a commit: %s", async (_, add) => {
  const swallowing = () =>
    db.transaction(async () => {
      await insert("a");
      await add("a").catch(() => {});
    });
  await expect(swallowing()).rejects.toThrow(/aborted/);
  await expect(db.transaction(swallowing)).rejects.toThrow(/aborted/);
  expect(await keys()).toEqual([]);
});

test.each([
  ["SQL", async () => (await db.query("SELECT count(*) FROM idempotency_keys"))[0]?.count, insert],
  ["Prisma", () => db.current().idempotencyKey.count(), insertByPrisma],
])("serializable transactions that conflict are run again: %s", async (_, count, add) => {
  const countThenInsert = (prefix: string) =>
    db.transaction(async () => void (await add(`${prefix}${await count()}`)), {
      isolationLevel: "Serializable",
    });
  await Promise.all([countThenInsert("a"), countThenInsert("b")]);
  expect((await keys()).map((key) => key.slice(1)).sort()).toEqual(["0", "1"]);
});

const adding = (key: string, rows?: number) => ({
  statement: `${insertion} ON CONFLICT DO NOTHING RETURNING 1`,
  values: [key],
  ...(rows !== undefined && { rows }),
});

test("changes go together as one statement: all or none, with their callbacks", async () => {
  const seen: string[] = [];
  const telling = (key: string) => ({ ...adding(key, 1), afterCommit: () => void seen.push(key) });
  await db.change([telling("a"), telling("b")]);
  expect(await keys()).toEqual(["a", "b"]);
  await expect(db.change([telling("c"), telling("a")])).rejects.toBeInstanceOf(RowsMissing);
  await expect(db.change([telling("c"), { statement: insertion, values: ["b"] }])).rejects.toSatisfy(
    (error) => isUniqueViolation(error, "idempotency_keys_pkey"),
  );
  await db.change([adding("a"), adding("d")]);
  expect(await keys()).toEqual(["a", "b", "d"]);
  expect(seen).toEqual(["a", "b"]);
});

test("changes take part in the present transaction, and their callbacks wait for it", async () => {
  const seen: string[] = [];
  const undone = db.transaction(async () => {
    await db.change([{ ...adding("a", 1), afterCommit: () => void seen.push("a") }]);
    throw new Error("no");
  });
  await expect(undone).rejects.toThrow("no");
  expect([await keys(), seen]).toEqual([[], []]);
});

test("a connection lost in the middle means unavailable, and the next transaction gets another one", async () => {
  let callbacks = 0;
  const cut = db.transaction(async () => {
    db.afterCommit(() => void callbacks++);
    await insert("a");
    const pid = await backend();
    await withoutHeldConnection(() => db.pool.query("SELECT pg_terminate_backend($1)", [pid]));
    await insert("b");
  });
  await expect(cut).rejects.toBeInstanceOf(DatabaseUnavailable);
  await db.transaction(() => insert("c"));
  expect(await keys()).toEqual(["c"]);
  expect(callbacks).toBe(0);
});

test("a connection lost before the commit means unavailable, with Prisma inside too", async () => {
  const cut = db.transaction(async () => {
    await insertByPrisma("a");
    const pid = await backend();
    await withoutHeldConnection(() => db.pool.query("SELECT pg_terminate_backend($1)", [pid]));
  });
  await expect(cut).rejects.toBeInstanceOf(DatabaseUnavailable);
  expect(await keys()).toEqual([]);
});

test("without a connection to spare the database is unavailable, and no connection is lost by it", async () => {
  const narrow = openQuestionsDatabase({ url, poolSize: 1, connectTimeout: 2_000 });
  await narrow.transaction(async () => {
    const asOthers = () =>
      Promise.allSettled([
        narrow.transaction(async () => {}),
        narrow.query("SELECT 1"),
        narrow.client.idempotencyKey.count(),
      ]);
    const others = await withoutHeldConnection(() => outsideTransactions(asOthers));
    for (const other of others)
      expect(other).toMatchObject({ status: "rejected", reason: expect.any(DatabaseUnavailable) });
    expect(await narrow.query("SELECT 1 AS one")).toEqual([{ one: 1 }]);
  });
  for (let i = 0; i < 3; i++) await narrow.transaction(() => narrow.query("SELECT 1"));
  await narrow.close();
});

test("a transaction over its time limit is rolled back at once and takes no more statements", async () => {
  const over = Promise.withResolvers<void>();
  const reason = expect.objectContaining({ message: "it took longer than 2000 ms and was rolled back" });
  const tooLong = { name: "TookTooLong", cause: reason };
  const slow = db.transaction(
    async (tx) => {
      await insert("a");
      await insertByPrisma("b");
      // Waits for the row until the limit has freed it.
      await withoutHeldConnection(() => db.pool.query(insertion, ["a"])).then(() => over.resolve());
      await expect(tx.idempotencyKey.count()).rejects.toMatchObject(tooLong);
      await insert("c");
    },
    // The two statements before the limit need less, on a busy machine too.
    { timeout: 2_000 },
  );
  await expect(slow).rejects.toMatchObject(tooLong);
  await over.promise;
  expect(await keys()).toEqual(["a"]);
});

test("a client kept from a transaction that is over is refused", async () => {
  const kept: Array<ReturnType<typeof db.current>> = [];
  await db.transaction(async (tx) => {
    kept.push(tx);
    await insert("a");
  });
  await expect(kept[0]?.idempotencyKey.count()).rejects.toThrow(/already closed/);
});
