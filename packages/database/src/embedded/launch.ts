import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync, statSync, truncateSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import type { Account } from "./account.ts";
import type { Binaries } from "./binaries.ts";
import { freePort } from "./free-port.ts";
import { closeToOthers, type Home } from "./home.ts";
import { readPostmasterFile } from "./postmaster.ts";
import { placeIn } from "./programs.ts";

/** Settings of the server: small, durable, and for one machine. */
const defaults: Readonly<Record<string, string>> = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "100",
  shared_buffers: "64MB",
  fsync: "on",
  jit: "off",
  // Enough of a log for copies while it runs (backUp); no replicas.
  wal_level: "replica",
  max_wal_senders: "0",
  max_wal_size: "256MB",
  // Segments are used again: a new one is filled with zeros first, and every commit waits for that.
  min_wal_size: "256MB",
  // Every 15 s, so that the planner has statistics soon after a seed.
  autovacuum_naptime: "15s",
  // Workers want more /dev/shm than a container gives.
  max_parallel_workers_per_gather: "0",
  io_method: "sync",
  timezone: "UTC",
  log_timezone: "UTC",
  log_min_messages: "warning",
};

export interface Launch {
  readonly home: Home;
  readonly binaries: Binaries;
  readonly account: Account | undefined;
  readonly settings: Readonly<Record<string, string>>;
}

/**
 * Starts the server in a session of its own, so that a Ctrl-C meant for us does not stop it first. Resolves
 * when it has announced itself in `postmaster.pid`; rejects with the end of its log when it ends before.
 */
export async function launch({ home, binaries, account, settings }: Launch): Promise<void> {
  const { dataArgument, options } = placeIn(home.cluster, account);
  closeToOthers(home.cluster);
  const all = {
    ...defaults,
    port: String(await freePort()),
    "marketplace.data_directory": home.dir,
    ...settings,
  };
  const flags = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  boundLog(home.logFile);
  const log = openSync(home.logFile, "a", 0o600);
  const start = sizeOf(home.logFile);
  const stdio = ["ignore" as const, log, log];
  const child = spawn(binaries.postgres, ["-D", dataArgument, ...flags], {
    ...options,
    stdio,
    detached: true,
  });
  closeSync(log);
  let failure: string | undefined;
  child.on("error", (error) => {
    failure = error.message;
  });
  while (readPostmasterFile(home.cluster)?.pid !== child.pid) {
    if (child.exitCode !== null || child.signalCode !== null) failure ??= textFrom(home.logFile, start);
    if (failure !== undefined) throw new Error(`Postgres did not start: ${failure}`);
    await delay(10);
  }
  child.unref();
}

const maxLogSize = 10 * 1024 * 1024;

/** Empties a log that has grown too large. The server appends to it, so it goes on at the beginning. */
export function boundLog(file: string): void {
  if (sizeOf(file) > maxLogSize) truncateSync(file);
}

/** What the server answers to our own attempts to connect while it starts or ends. */
const isNotReady = (line: string): boolean => line.includes("FATAL:  the database system is ");

/** The last lines of the server's log: why it ended. */
export const lastLogLines = ({ logFile }: Home): string =>
  textFrom(logFile, Math.max(0, sizeOf(logFile) - 4_000))
    .split("\n")
    .filter((line) => !isNotReady(line))
    .slice(-5)
    .join("; ");

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

function textFrom(file: string, offset: number): string {
  return readFileSync(file).subarray(offset).toString().trim();
}
