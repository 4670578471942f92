import { afterAll, beforeEach, expect, inject, test } from "vitest";
import { openCatalogDatabase } from "./catalog.ts";
import { type IdempotencyScope, type IdempotentAnswer, idempotencyStore } from "./idempotency.ts";
import { createTestDatabase } from "./testing.ts";

const { url, drop } = await createTestDatabase(inject("testPostgresUrl"), "catalog");
const db = openCatalogDatabase({ url });
const store = idempotencyStore(db);

afterAll(async () => {
  await db.close();
  await drop();
});

beforeEach(async () => {
  await db.pool.query(
    "DROP TABLE IF EXISTS lamps; CREATE TABLE lamps (title text); TRUNCATE idempotency_keys",
  );
});

const scope: IdempotencyScope = {
  callerId: 3_000_000_001,
  method: "POST",
  path: "/items",
  key: "k",
  bodyHash: "one",
};
const created: IdempotentAnswer = {
  status: 201,
  headers: { "content-type": "application/json" },
  body: '{"id":"1"}',
};

/** A handler that makes a lamp and gives the answer. */
function creating(answer = created) {
  return async () => {
    await db.current().$executeRaw`INSERT INTO lamps VALUES ('one')`;
    return answer;
  };
}

async function itemCount(): Promise<unknown> {
  const { rows } = await db.pool.query("SELECT count(*) FROM lamps");
  return rows[0]?.count;
}

test("the same request again gets the stored answer and does nothing", async () => {
  expect(await store.run(scope, creating())).toEqual({ kind: "fresh", answer: created });
  expect(await store.run(scope, creating())).toEqual({ kind: "stored", answer: created });
  expect(await itemCount()).toBe(1);
});

test("the same key with another body is a conflict", async () => {
  await store.run(scope, creating());
  expect(await store.run({ ...scope, bodyHash: "two" }, creating())).toEqual({ kind: "conflict" });
  expect(await itemCount()).toBe(1);
});

test("the work may use SQL, and nested transactions, in the transaction of its key", async () => {
  const work = (answer: IdempotentAnswer) => () =>
    db.transaction(async () => {
      await db.execute("INSERT INTO lamps VALUES ($1)", ["one"]);
      return answer;
    });
  const refused = { status: 409, headers: {}, body: "{}" };
  expect(await store.run(scope, work(refused))).toEqual({ kind: "fresh", answer: refused });
  expect(await itemCount()).toBe(0);
  expect(await store.run(scope, work(created))).toEqual({ kind: "fresh", answer: created });
  expect(await store.run(scope, work(created))).toEqual({ kind: "stored", answer: created });
  expect(await itemCount()).toBe(1);
});

test("a key counts per caller, method and path", async () => {
  const others = [{ callerId: 3_000_000_002 }, { method: "PUT" }, { path: "/orders" }, { key: "other" }];
  for (const other of [{}, ...others]) {
    expect(await store.run({ ...scope, ...other }, creating())).toMatchObject({ kind: "fresh" });
  }
  expect(await itemCount()).toBe(5);
});

test("of many duplicates at once one does the work and all get its answer", async () => {
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => store.run(scope, creating())));
  expect(outcomes.filter(({ kind }) => kind === "fresh")).toHaveLength(1);
  expect(outcomes.filter(({ kind }) => kind === "stored")).toHaveLength(7);
  expect(await itemCount()).toBe(1);
});

test("a duplicate that waited for a failure does the work itself", async () => {
  const started = Promise.withResolvers<void>();
  const fail = Promise.withResolvers<IdempotentAnswer>();
  const first = store.run(scope, () => {
    started.resolve();
    return fail.promise;
  });
  await started.promise;
  const second = store.run(scope, creating());
  fail.reject(new Error("broken"));
  await expect(first).rejects.toThrow("broken");
  expect(await second).toEqual({ kind: "fresh", answer: created });
});

test("an answer other than 2xx reaches the caller, changes nothing and releases the key", async () => {
  const refused = { status: 400, headers: {}, body: "{}" };
  expect(await store.run(scope, creating(refused))).toEqual({ kind: "fresh", answer: refused });
  expect(await itemCount()).toBe(0);
  expect(await store.run(scope, creating())).toEqual({ kind: "fresh", answer: created });
});

test("a key over 24 hours old is as good as new, and is purged", async () => {
  const age = "UPDATE idempotency_keys SET created_at = now() - interval '24 hours 1 minute'";
  await store.run(scope, creating());
  await db.pool.query(age);
  expect(await store.run({ ...scope, bodyHash: "two" }, creating())).toMatchObject({ kind: "fresh" });
  expect(await store.purge()).toBe(0);
  await db.pool.query(age);
  expect(await store.purge()).toBe(1);
});
