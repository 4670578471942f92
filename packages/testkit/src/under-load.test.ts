import { setTimeout as delay } from "node:timers/promises";
import { expect, it } from "vitest";
import { underLoad } from "./under-load.ts";

/** A client that counts its rounds. */
function countingClient() {
  const rounds = { made: 0, over: false };
  const run = async (running: () => boolean): Promise<void> => {
    for (; running(); rounds.made++) await delay(1);
    rounds.over = true;
  };
  return { rounds, run };
}

it("gives what the work gave, once every client has ended", async () => {
  const clients = [countingClient(), countingClient()];
  const work = async () => {
    await expect.poll(() => Math.min(...clients.map(({ rounds }) => rounds.made))).toBeGreaterThan(3);
    return "moved";
  };
  expect(await underLoad((running) => clients.map(({ run }) => run(running)), work)).toBe("moved");
  expect(clients.map(({ rounds }) => rounds.over)).toEqual([true, true]);
});

it("stops its clients when the work fails, and fails with its reason", async () => {
  const { rounds, run } = countingClient();
  const failing = underLoad(
    (running) => [run(running)],
    () => Promise.reject(new Error("it did not move")),
  );
  await expect(failing).rejects.toThrow("it did not move");
  expect(rounds.over).toBe(true);
});

it("fails with what a client failed with, when the work fails for want of it", async () => {
  const failing = underLoad(
    () => [Promise.reject(new Error("refused"))],
    () => Promise.reject(new Error("no client got through")),
  );
  await expect(failing).rejects.toThrow("refused");
});

it("fails with what a client failed with, after the work", async () => {
  const done: string[] = [];
  const failing = underLoad(
    () => [Promise.reject(new Error("refused"))],
    async () => {
      await delay(20);
      done.push("moved");
    },
  );
  await expect(failing).rejects.toThrow("refused");
  expect(done).toEqual(["moved"]);
});
