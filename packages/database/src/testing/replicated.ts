import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { backUp } from "../embedded/backup.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../embedded/start.ts";
import { migrate } from "../migrate/migrate.ts";
import type { Service } from "../services.ts";
import { type Pooler, startPooler } from "./pooler.ts";
import { query } from "./query.ts";
import { testServerPrefix } from "./server.ts";

/** A server with one migrated database, and a hot standby of it. */
export interface ReplicatedDatabase {
  /** The address of the database on the server that takes writes. */
  readonly url: string;
  /** The same on the standby. */
  readonly readUrl: string;
  /** Pauses the replay; resolves once it stands still. */
  pauseReplay(): Promise<void>;
  /** Resumes the replay; resolves once everything that is committed by now is replayed. */
  resumeReplay(): Promise<void>;
  /** Stops the standby, as an outage would; `startStandby` brings it back at the same address. */
  stopStandby(): Promise<void>;
  startStandby(): Promise<void>;
  /** Promotes the standby: a failover. */
  promoteStandby(): Promise<void>;
  stop(): Promise<void>;
}

// Nothing here has to survive a loss of power.
const settings = { fsync: "off", max_connections: "50", max_wal_senders: "4" };
const database = "replicated";

/** Starts a server with a migrated database of `service`, and a standby on a copy of it. */
export async function startReplicatedDatabase(service: Service): Promise<ReplicatedDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), `${testServerPrefix}${process.pid}-`));
  const copy = `${dataDir}-standby`;
  const primary = await startEmbeddedPostgres({ dataDir, settings, sync: false });
  const url = primary.url(database);
  await query(primary.url("postgres"), `CREATE DATABASE ${database}`);
  await migrate({ url, service });
  await backUp({ adminUrl: primary.url("postgres"), dataDir, target: copy });
  await writeFile(join(copy, "cluster", "standby.signal"), "");
  const { password } = new URL(url);
  const conninfo = `host=127.0.0.1 port=${primary.port} user=postgres password=${password}`;
  const start = (port?: string) =>
    startEmbeddedPostgres({
      dataDir: copy,
      settings: { ...settings, primary_conninfo: conninfo, ...(port && { port }) },
    });
  let standby: EmbeddedPostgres | undefined = await start();
  const { port } = standby;
  const standbyUrl = standby.url(database);
  const poolers = await poolersOf(primary, standby);
  const stopStandby = async () => {
    await standby?.stop();
    standby = undefined;
  };
  return {
    url: poolers.primary?.url(database) ?? url,
    readUrl: poolers.standby?.url(database) ?? standbyUrl,
    stopStandby,
    async pauseReplay() {
      await query(standbyUrl, "SELECT pg_wal_replay_pause()");
      await until(standbyUrl, "SELECT pg_get_wal_replay_pause_state() = 'paused' AS done");
    },
    async resumeReplay() {
      await query(standbyUrl, "SELECT pg_wal_replay_resume()");
      await caughtUp(url, standbyUrl);
    },
    async startStandby() {
      standby = await start(String(port));
      await caughtUp(url, standbyUrl);
    },
    async promoteStandby() {
      await query(standbyUrl, "SELECT pg_promote()");
    },
    async stop() {
      await poolers.primary?.stop();
      await poolers.standby?.stop();
      await stopStandby();
      await primary.stop();
      for (const dir of [dataDir, copy]) await rm(dir, { recursive: true, force: true });
    },
  };
}

/** Behind which both are reached when TEST_POOLER names a program. */
async function poolersOf(
  primary: EmbeddedPostgres,
  standby: EmbeddedPostgres,
): Promise<{ primary?: Pooler; standby?: Pooler }> {
  const program = process.env.TEST_POOLER;
  if (!program) return {};
  return {
    primary: await startPooler(program, primary.url("postgres")),
    standby: await startPooler(program, standby.url("postgres")),
  };
}

async function caughtUp(url: string, readUrl: string): Promise<void> {
  // A commit that is flushed, and with it all before.
  await query(url, "SELECT pg_logical_emit_message(true, 'test', '')");
  const [end] = await query<{ position: string }>(url, "SELECT pg_current_wal_flush_lsn()::text AS position");
  await until(readUrl, `SELECT pg_last_wal_replay_lsn() >= '${end?.position}'::pg_lsn AS done`);
}

async function until(url: string, condition: string): Promise<void> {
  for (let done = false; !done; await delay(5))
    [{ done } = { done }] = await query<{ done: boolean }>(url, condition);
}
