import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DatabaseUnavailable } from "../errors.ts";
import type { DatabaseOptions } from "../open.ts";
import { openQuestionsDatabase, type QuestionsDatabase } from "../questions.ts";
import { type ReplicatedDatabase, startReplicatedDatabase } from "../testing/replicated.ts";
import type { ReadOutcome, Source } from "./source.ts";

const writer = 3_000_000_001;
const other = 3_000_000_002;

let servers: ReplicatedDatabase;
/** Two processes of a service. */
let one: Opened;
let two: Opened;

beforeAll(async () => {
  servers = await startReplicatedDatabase("questions");
  one = open();
  two = open();
});

afterAll(async () => {
  for (const { db } of [one, two]) await db.close();
  await servers.stop();
});

beforeEach(async () => {
  await block(one, writer);
  // The first read of a process goes to the primary: only then does it know what counts for everybody.
  for (const process of [one, two]) await process.count();
  await servers.resumeReplay();
  for (const process of [one, two]) process.went.length = 0;
});

interface Opened {
  db: QuestionsDatabase;
  went: ReadOutcome[];
  lines: string[];
  /** How many blocks there are, as `caller` reads it. */
  count(caller?: number): Promise<number>;
}

function open(options: Partial<DatabaseOptions> = {}): Opened {
  const went: ReadOutcome[] = [];
  const lines: string[] = [];
  const tell = (_: object, line: string) => void lines.push(line);
  const db = openQuestionsDatabase({
    url: servers.url,
    readUrl: servers.readUrl,
    poolSize: 4,
    log: { warn: tell, error: tell },
    onRead: (where) => void went.push(where),
    ...options,
  });
  return { db, went, lines, count: (caller) => db.readYourWrites(caller, counted) };
}

async function counted(source: Source): Promise<number> {
  const [row] = await source.query<{ n: number }>(
    "SELECT count(*) AS n FROM blocked_askers WHERE user_id > $1",
    [0],
  );
  return row?.n ?? 0;
}

let blocked = 0;

/** Something that the caller's request changes. */
const block = ({ db }: Opened, caller: number | undefined) =>
  db.recordWrite(caller, () =>
    db.execute("INSERT INTO blocked_askers (seller_id, user_id, blocked_at) VALUES (1, $1, now())", [
      ++blocked,
    ]),
  );

test("a read of somebody who wrote nothing goes to the replica, as that of nobody does", async () => {
  expect([await one.count(other), await one.count()]).toEqual([blocked, blocked]);
  expect(one.went).toEqual(["replica", "replica"]);
});

test("while the replica has not replayed a caller's write, the caller's reads see it in every process, and other reads go to the replica", async () => {
  const before = blocked;
  await servers.pauseReplay();
  await block(one, writer);
  expect([await one.count(writer), await two.count(writer)]).toEqual([blocked, blocked]);
  expect([await one.count(other), await two.count(other)]).toEqual([before, before]);
  expect(two.went).toEqual(["not_replayed", "replica"]);
  await servers.resumeReplay();
  expect(await two.count(writer)).toBe(blocked);
  expect(two.went.at(-1)).toBe("replica");
});

test("the caller's reads see all of the caller's writes at once", async () => {
  await servers.pauseReplay();
  await Promise.all(Array.from({ length: 20 }, (_, index) => block(index % 2 ? one : two, writer)));
  expect([await one.count(writer), await two.count(writer)]).toEqual([blocked, blocked]);
});

test("a write without a known caller counts for everybody, and one recorded for users for them", async () => {
  await servers.pauseReplay();
  const before = blocked;
  await block(one, undefined);
  expect([await two.count(other), await two.count()]).toEqual([blocked, blocked]);
  await servers.resumeReplay();
  await servers.pauseReplay();
  await one.db.execute("DELETE FROM blocked_askers WHERE user_id = $1", [before]);
  await one.db.recordWritesFor([other]);
  expect([await two.count(other), await two.count(writer)]).toEqual([blocked - 1, blocked]);
  await one.db.execute("INSERT INTO blocked_askers VALUES (1, $1, now())", [before]);
});

test("a write that failed in its middle is recorded too, and its error is told", async () => {
  await servers.pauseReplay();
  const failing = one.db.recordWrite(writer, async () => {
    await block(one, other);
    throw new Error("half way");
  });
  await expect(failing).rejects.toThrow("half way");
  expect(await two.count(writer)).toBe(blocked);
  // Nobody was told of anything: there is nothing to wait for.
  const gone = one.db.recordWrite(3_000_000_003, () => Promise.reject(new DatabaseUnavailable("gone")));
  await expect(gone).rejects.toThrow(DatabaseUnavailable);
  await two.count(3_000_000_003);
  expect(two.went).toEqual(["not_replayed", "replica"]);
});

test("after a crash of the primary nothing is known of earlier writes, so reads wait for the replica to have them all", async () => {
  await servers.pauseReplay();
  await block(one, writer);
  // What a crash and a failover leave of a table without a log.
  const persistence = "SELECT relpersistence FROM pg_class WHERE oid = 'last_writes'::regclass";
  expect(await one.db.query(persistence)).toEqual([{ relpersistence: "u" }]);
  await one.db.pool.query("TRUNCATE last_writes");
  expect(await two.count(writer)).toBe(blocked);
  expect(await two.count(writer)).toBe(blocked);
  await servers.resumeReplay();
  await two.count(writer);
  expect(two.went).toEqual(["not_replayed", "not_replayed", "replica"]);
});

test("a write of which its position cannot be recorded stands, and is not acknowledged", async () => {
  await one.db.pool.query("ALTER TABLE last_writes RENAME TO elsewhere");
  const writing = block(one, writer);
  await expect(writing).rejects.toMatchObject({ unavailable: true });
  await one.db.pool.query("ALTER TABLE elsewhere RENAME TO last_writes");
  expect(await counted(one.db)).toBe(blocked);
});

test("in a transaction reads are of it", async () => {
  await one.db.transaction(async () => {
    await one.db.execute("INSERT INTO blocked_askers VALUES (2, 1, now())");
    expect(await one.count(other)).toBe(blocked + 1);
    await one.db.execute("DELETE FROM blocked_askers WHERE seller_id = 2");
  });
  expect(one.went).toEqual([]);
});

test("what fails on the replica is done on the primary, and nothing can be changed there", async () => {
  const insert = "INSERT INTO blocked_askers VALUES (3, 1, now()) RETURNING user_id";
  expect(await one.db.readYourWrites(other, (source) => source.query(insert))).toEqual([{ user_id: 1 }]);
  await one.db.execute("DELETE FROM blocked_askers WHERE seller_id = 3");
  expect(one.went).toEqual(["failed"]);
});

test("reads go on while the replica is down, two lines tell of it, and they return to it", async () => {
  await servers.stopStandby();
  for (const _ of [1, 2, 3]) expect(await one.count(other)).toBe(blocked);
  expect(one.went).toEqual(["unavailable", "unavailable", "unavailable"]);
  await servers.startStandby();
  while (one.went.at(-1) !== "replica") await one.count(other);
  const told = one.lines.filter((line) => line.includes("read replica"));
  expect(told).toEqual([
    "the read replica is not used: its reads go to the primary",
    "the read replica is used again",
  ]);
});

test("a primary in the place of the replica is not read from", async () => {
  const wrong = open({ readUrl: servers.url });
  for (const _ of [1, 2]) expect(await wrong.count(other)).toBe(blocked);
  await wrong.db.close();
  expect(wrong.went).toEqual(["not_replayed", "unavailable"]);
});

test("nobody waits twice for a replica that takes connections and says nothing", async () => {
  const sockets = new Set<Socket>();
  const mute: Server = createServer((socket) => void sockets.add(socket));
  await new Promise<void>((resolve) => mute.listen(0, "127.0.0.1", resolve));
  // A server that listens on TCP has such an address.
  const { port } = mute.address() as AddressInfo;
  const waiting = open({ readUrl: `postgresql://a:b@127.0.0.1:${port}/replicated` });
  for (const _ of [1, 2, 3]) expect(await waiting.count(other)).toBe(blocked);
  expect(waiting.went).toEqual(["unavailable", "unavailable", "unavailable"]);
  expect(sockets.size).toBe(1);
  await waiting.db.close();
  for (const socket of sockets) socket.destroy();
  mute.close();
});

test("how far the replica is behind is known while it answers, and only then", async () => {
  // What others have just written may be under way.
  await expect.poll(() => one.db.replicaLagSeconds()).toBe(0);
  await servers.pauseReplay();
  await block(one, writer);
  const behind = await one.db.replicaLagSeconds();
  expect(behind).toBeGreaterThan(0);
  await expect.poll(() => one.db.replicaLagSeconds()).toBeGreaterThan(behind);
  await servers.resumeReplay();
  await expect.poll(() => one.db.replicaLagSeconds()).toBe(0);
  const alone = open({ readUrl: undefined });
  await expect(alone.db.replicaLagSeconds()).rejects.toThrow("no replica");
  await alone.db.close();
  await servers.stopStandby();
  await expect(one.db.replicaLagSeconds()).rejects.toThrow();
  await servers.startStandby();
});

test("without a replica reads are those of the database itself", async () => {
  const alone = open({ readUrl: undefined });
  expect(await alone.db.readYourWrites(writer, async (source) => source === alone.db)).toBe(true);
  expect(await alone.db.recordWrite(writer, async () => 7)).toBe(7);
  await alone.db.close();
  expect(alone.went).toEqual([]);
});

test("a standby that takes over begins without positions, and is not read from as a replica of what it was", async () => {
  await block(one, writer);
  await servers.resumeReplay();
  await servers.promoteStandby();
  expect(await one.count(other)).toBe(blocked);
  expect(one.went).toEqual(["unavailable"]);
  const successor = open({ url: servers.readUrl, readUrl: undefined });
  expect(await successor.db.query("SELECT caller FROM last_writes")).toEqual([]);
  expect(await successor.count()).toBe(blocked);
  await successor.db.close();
});
