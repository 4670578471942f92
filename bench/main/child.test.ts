import { expect, test } from "vitest";
import { launch } from "./child.ts";

test("a program that a signal has ended is not running, though it has no exit code", async () => {
  const child = launch({ core: "load", args: ["-e", "setInterval(() => {}, 1000)"] });
  expect(child.isRunning()).toBe(true);
  await child.stop();
  expect([child.process.exitCode, child.isRunning()]).toEqual([null, false]);
});
