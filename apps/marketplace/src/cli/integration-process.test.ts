import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { startIntegration } from "./integration-process.ts";

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Runs a command that writes a process id to a file. */
async function started(command: (file: string) => string) {
  const folder = await mkdtemp(join(tmpdir(), "integration-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, "pid");
  const integration = startIntegration(command(file), {});
  await expect.poll(() => readFile(file, "utf8").catch(() => "")).toMatch(/^\d+\n$/);
  return { integration, pid: Number(await readFile(file, "utf8")) };
}

test.each([
  ["while its shell waits for it", "wait"],
  ["after its shell has ended", "exit"],
])("what a command started in the background is stopped %s", async (_, last) => {
  const { integration, pid } = await started((file) => `sleep 600 & echo $! > ${file}; ${last}`);
  expect(isAlive(pid)).toBe(true);
  await integration.stop();
  // A process that has ended is there until its parent has asked how.
  await expect.poll(() => isAlive(pid)).toBe(false);
});

test("nothing is signaled when all of a command has ended: its number may be another's", async () => {
  const { integration, pid } = await started((file) => `echo $$ > ${file}`);
  await expect.poll(() => isAlive(pid)).toBe(false);
  const kill = vi.spyOn(process, "kill").mockReturnValue(true);
  onTestFinished(() => kill.mockRestore());
  await integration.stop();
  expect(kill).not.toHaveBeenCalled();
});
