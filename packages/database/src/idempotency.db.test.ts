import type { IdempotencyScope, KeepOnce, StoredAnswer } from "@marketplace/conventions";
import { afterAll, beforeEach, expect, inject, test, vi } from "vitest";
import { openCatalogDatabase } from "./catalog.ts";
import { idempotencyStore } from "./idempotency.ts";
import { createTestDatabase } from "./testing.ts";

const { url, drop } = await createTestDatabase(inject("testPostgresUrl"), "catalog");
const db = openCatalogDatabase({ url, poolSize: 2 });
let moved = 0;
const clock = { now: () => new Date(Date.now() + moved) };
const store = idempotencyStore(db, clock);
/** As in another process. */
const elsewhere = openCatalogDatabase({ url, poolSize: 2 });
const storeElsewhere = idempotencyStore(elsewhere, clock);

afterAll(async () => {
  await db.close();
  await elsewhere.close();
  await drop();
});

beforeEach(async () => {
  await db.pool.query(
    "DROP TABLE IF EXISTS lamps; CREATE TABLE lamps (title text); TRUNCATE idempotency_keys",
  );
});

const scope: IdempotencyScope = {
  callerId: 3_000_000_001,
  applicationId: 7_000_000_001,
  method: "POST",
  path: "/items",
  key: "k",
  bodyHash: "one",
};
const created: StoredAnswer = {
  status: 201,
  headers: { "content-type": "application/json" },
  body: '{"id":"1"}',
};

/** A request that makes a lamp and gives the answer. */
function creating(answer = created, at = db) {
  return making(async () => {
    await at.current().$executeRaw`INSERT INTO lamps VALUES ('one')`;
    return answer;
  });
}
/** A request whose whole work is one change. */
const making = (work: () => Promise<StoredAnswer>) => (keep: KeepOnce) =>
  keep(async () => ({ answer: await work() }));

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
  const work = (answer: StoredAnswer) =>
    making(() =>
      db.transaction(async () => {
        await db.execute("INSERT INTO lamps VALUES ($1)", ["one"]);
        return answer;
      }),
    );
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

test("of sixty duplicates at once one does the work and all get its answer", async () => {
  const stores = [store, storeElsewhere];
  const ask = (_: unknown, index: number) =>
    stores[index % 2]?.run(scope, creating(created, index % 2 ? elsewhere : db));
  const outcomes = await Promise.all(Array.from({ length: 60 }, ask));
  expect(outcomes.filter((outcome) => outcome?.kind === "fresh")).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome?.kind === "stored")).toHaveLength(59);
  expect(await itemCount()).toBe(1);
});

test("duplicates that wait for the first, and preparations, hold no connection", async () => {
  const asked = Promise.withResolvers<void>();
  const preparing = Promise.withResolvers<void>();
  const prepared = async (keep: KeepOnce) => {
    preparing.resolve();
    await asked.promise;
    return creating()(keep);
  };
  const all = Array.from({ length: 60 }, () => store.run(scope, prepared));
  await preparing.promise;
  const [one, two] = await Promise.all([db.transaction(async () => 1), db.transaction(async () => 2)]);
  expect([one, two]).toEqual([1, 2]);
  asked.resolve();
  expect((await Promise.all(all)).filter(({ kind }) => kind === "fresh")).toHaveLength(1);
});

test("sixty keys at once, each with a transaction inside its own, need no more than two connections", async () => {
  const others = Array.from({ length: 60 }, (_, index) => ({ ...scope, key: `k${index}` }));
  const nested = making(() => db.transaction(() => db.transaction(async () => created)));
  const outcomes = await Promise.all(others.map((other) => store.run(other, nested)));
  expect(outcomes.map(({ kind }) => kind)).toEqual(others.map(() => "fresh"));
});

test("who prepared the same in another process gets the answer of the one that was first", async () => {
  const late = async (keep: KeepOnce) => {
    await storeElsewhere.run(scope, creating(created, elsewhere));
    return creating({ ...created, body: '{"id":"2"}' })(keep);
  };
  expect(await store.run(scope, late)).toEqual({ kind: "stored", answer: created });
  await store.run({ ...scope, key: "refused" }, creating({ ...created, status: 404 }));
  expect(await itemCount()).toBe(1);
});

test("a problem that comes of the same request in another process is answered as that was", async () => {
  const refused = async () => {
    await storeElsewhere.run(scope, creating(created, elsewhere));
    throw new Error("there is one already");
  };
  expect(await store.run(scope, refused)).toEqual({ kind: "stored", answer: created });
});

test("an answer that is finished after its commit is the one that is kept, and waited for", async () => {
  const committed = Promise.withResolvers<void>();
  const complete = { ...created, body: '{"id":"1","shipment":2}' };
  const finishing = Promise.withResolvers<StoredAnswer>();
  const first = store.run(scope, (keep) =>
    keep(async () => {
      await db.execute("INSERT INTO lamps VALUES ('one')");
      const finish = () => {
        committed.resolve();
        return finishing.promise;
      };
      return { answer: created, finish };
    }),
  );
  await committed.promise;
  expect(await itemCount()).toBe(1);
  const second = storeElsewhere.run(scope, creating(created, elsewhere));
  // The other process has looked by now, or looks later: it waits in both cases.
  expect(await Promise.race([second, elsewhere.query("SELECT 1").then(() => "waits")])).toBe("waits");
  finishing.resolve(complete);
  expect(await first).toEqual({ kind: "fresh", answer: complete });
  expect(await second).toEqual({ kind: "stored", answer: complete });
});

test("an answer that a crash left unfinished is given as it is, after a while", async () => {
  const finish = () => Promise.reject(new Error("as good as a crash"));
  const cut = store.run(scope, (keep) => keep(async () => ({ answer: created, finish })));
  // In this process what is kept is looked up again, as in the next one.
  const aging = async () => {
    const age =
      "UPDATE idempotency_keys SET claimed_at = now() - interval '16 seconds' WHERE headers IS NULL";
    while ((await db.execute(`${age} AND status IS NOT NULL`)) === 0);
  };
  const [outcome] = await Promise.all([cut, aging()]);
  expect(outcome).toEqual({ kind: "stored", answer: { ...created, headers: {} } });
});

test("a duplicate that waited for a failure does the work itself", async () => {
  const started = Promise.withResolvers<void>();
  const fail = Promise.withResolvers<StoredAnswer>();
  const first = store.run(
    scope,
    making(() => {
      started.resolve();
      return fail.promise;
    }),
  );
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
  const day = 24 * 3_600_000;
  await store.run(scope, creating());
  moved += day - 60_000;
  expect(await store.run(scope, creating())).toMatchObject({ kind: "stored" });
  moved += 120_000;
  expect(await store.run({ ...scope, bodyHash: "two" }, creating())).toMatchObject({ kind: "fresh" });
  expect(await store.purge()).toBe(0);
  moved += day + 60_000;
  expect(await store.purge()).toBe(1);
});

test("any number of old keys is purged, few by one statement", async () => {
  await db.pool.query(
    `INSERT INTO idempotency_keys (caller_id, method, path, key, body_hash, created_at)
     SELECT 1, 'POST', '/items', n::text, 'one', '2020-01-01' FROM generate_series(1, 10001) n`,
  );
  const execute = vi.spyOn(db, "execute");
  expect(await store.purge()).toBe(10_001);
  const purged = await Promise.all(execute.mock.results.map(({ value }) => value));
  execute.mockRestore();
  expect(purged).toEqual([10_000, 1]);
});
