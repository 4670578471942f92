import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startIntegration } from "./integration-process.ts";

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test.each([
  ["while its shell waits for it", "wait"],
  ["after its shell has ended", "exit"],
])("what a command started in the background is stopped %s", async (_, last) => {
  const folder = await mkdtemp(join(tmpdir(), "integration-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, "pid");
  const integration = startIntegration(`sleep 600 & echo $! > ${file}; ${last}`, {});
  await expect.poll(() => readFile(file, "utf8").catch(() => "")).toMatch(/^\d+\n$/);
  const pid = Number(await readFile(file, "utf8"));
  expect(isAlive(pid)).toBe(true);
  await integration.stop();
  // A process that has ended is there until its parent has asked how.
  await expect.poll(() => isAlive(pid)).toBe(false);
});
