import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { startOwnDatabase } from "./own-database.ts";

const dataDir = await mkdtemp(join(tmpdir(), "own-database-"));
afterAll(() => rm(dataDir, { recursive: true }));

/** Postgres has this file as long as it runs. */
const isRunning = () => existsSync(join(dataDir, "postgres/cluster/postmaster.pid"));

test("a command that is interrupted stops its Postgres", async () => {
  const script = fileURLToPath(new URL("own-database.child.ts", import.meta.url));
  const command = spawn(process.execPath, [script, dataDir], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(command, "exit");
  onTestFinished(() => void command.kill("SIGKILL"));
  await once(command.stdout, "data");
  expect(isRunning()).toBe(true);
  command.kill("SIGHUP");
  expect(await ended).toEqual([129, null]);
  expect(isRunning()).toBe(false);
});

test("a command whose databases cannot be prepared stops its Postgres, and ends with the reason", async () => {
  const script = fileURLToPath(new URL("own-database.child.ts", import.meta.url));
  const command = spawn(process.execPath, [script, dataDir, "the disk is full"], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = once(command, "exit");
  onTestFinished(() => void command.kill("SIGKILL"));
  expect(await text(command.stderr)).toContain("the disk is full");
  expect(await ended).toEqual([1, null]);
  expect(isRunning()).toBe(false);
});

test("a Postgres that is stopped is not stopped again by a signal", async () => {
  const before = process.listenerCount("SIGTERM");
  const postgres = await startOwnDatabase({ dataDir, logLevel: "silent" });
  expect(process.listenerCount("SIGTERM")).toBe(before + 1);
  await postgres.stop();
  expect(process.listenerCount("SIGTERM")).toBe(before);
});
