import { expect, it, vi } from "vitest";
import { untilFree } from "./until-free.ts";

it("attempts until there is a result, and says once that it waits", async () => {
  const attempt = vi.fn(async () => (attempt.mock.calls.length < 3 ? undefined : "done"));
  const onWait = vi.fn();
  expect(await untilFree(attempt, { onWait, pauseMs: 0 })).toBe("done");
  expect(attempt).toHaveBeenCalledTimes(3);
  expect(onWait).toHaveBeenCalledTimes(1);
});

it("does not wait for a first result, and gives up in the end", async () => {
  const onWait = vi.fn();
  expect(await untilFree(async () => 1, { onWait, pauseMs: 0 })).toBe(1);
  expect(onWait).not.toHaveBeenCalled();
  const busy = vi.fn(async () => undefined);
  expect(await untilFree(busy, { onWait, pauseMs: 0, maxWaits: 4 })).toBeUndefined();
  expect(busy).toHaveBeenCalledTimes(5);
});

it("does not repeat an attempt that fails", async () => {
  const failing = vi.fn(async () => Promise.reject(new Error("no room")));
  await expect(untilFree(failing, { onWait: () => {}, pauseMs: 0 })).rejects.toThrow("no room");
  expect(failing).toHaveBeenCalledTimes(1);
});
