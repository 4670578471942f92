import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { query } from "../testing/query.ts";
import { isServerOf, readPostmasterFile } from "./postmaster.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./start.ts";

let top: string;
let cluster: string;
let server: EmbeddedPostgres;

beforeEach(async () => {
  top = mkdtempSync(join(tmpdir(), "recovery-"));
  cluster = join(top, "cluster");
  server = await startEmbeddedPostgres({ dataDir: top, sync: false });
});

afterEach(async () => {
  await server.stop();
  rmSync(top, { recursive: true });
});

const serverPid = (): number => readPostmasterFile(cluster)?.pid ?? 0;

async function answered(sql: string): Promise<unknown[]> {
  for (;;) {
    const rows = await query(server.url("postgres"), sql).catch(() => undefined);
    if (rows) return rows;
    await delay(20);
  }
}

test("a server that is killed comes back on its port with everything that was committed, as often as it is", async () => {
  await query(server.url("postgres"), "CREATE TABLE kept AS SELECT 1 AS id");
  const pids = new Set([serverPid()]);
  for (let time = 1; time <= 2; time++) {
    process.kill(serverPid(), "SIGKILL");
    await expect.poll(() => pids.has(serverPid())).toBe(false);
    expect(await answered("SELECT id FROM kept")).toEqual([{ id: 1 }]);
    pids.add(serverPid());
  }
  expect(pids.size).toBe(3);
}, 60_000);

test("a server whose process crashed restarts by itself and stays ours", async () => {
  const pid = serverPid();
  const session = new pg.Client({ connectionString: server.url("postgres") });
  session.on("error", () => {});
  await session.connect();
  const { rows } = await session.query("SELECT pg_backend_pid() AS backend");
  process.kill(rows[0].backend, "SIGKILL");
  expect(await answered("SELECT 1 AS one")).toEqual([{ one: 1 }]);
  expect(serverPid()).toBe(pid);
  const owners = "SELECT count(*)::int AS owners FROM pg_locks WHERE locktype = 'advisory'";
  await expect.poll(() => answered(owners)).toEqual([{ owners: 1 }]);
  const second = startEmbeddedPostgres({ dataDir: top, sync: false });
  await expect(second).rejects.toThrow("in use by another running process");
}, 60_000);

test("one that is told to stop while it is being brought back stays stopped", async () => {
  const pid = serverPid();
  process.kill(pid, "SIGKILL");
  await server.stop();
  const left = readPostmasterFile(cluster);
  expect(left ? isServerOf(cluster, left.pid) : false).toBe(false);
}, 60_000);

test("a server that cannot be brought back is told of, with the reason", async () => {
  appendFileSync(join(cluster, "postgresql.conf"), "\nno_such_setting = on\n");
  process.kill(serverPid(), "SIGKILL");
  const reason = await server.lost;
  expect(reason.message).toBe("the embedded Postgres cannot be brought back");
  expect(String(reason.cause)).toContain("no_such_setting");
}, 60_000);
