import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { silentLogger } from "./log.ts";
import { repeat } from "./repeat.ts";

const log = silentLogger();
const never = 1_000_000;

/** Work that ends when its signal aborts. */
function workToEnd() {
  const runs: PromiseWithResolvers<void>[] = [];
  const work = () => {
    const run = Promise.withResolvers<void>();
    runs.push(run);
    return run.promise;
  };
  return { runs, work };
}

test("a job runs at intervals, also after it failed", async () => {
  let runs = 0;
  const job = repeat(async () => Promise.reject(new Error(`run ${++runs}`)), { everyMs: 1, log });
  await expect.poll(() => runs).toBeGreaterThan(2);
  await job.stop();
});

test("a job never runs twice at once; woken during a run, however often, it runs once more", async () => {
  const { runs, work } = workToEnd();
  const job = repeat(work, { everyMs: never, log });
  for (let times = 0; times < 3; times++) job.wake();
  expect(runs).toHaveLength(1);
  runs[0]?.resolve();
  await expect.poll(() => runs.length).toBe(2);
  runs[1]?.resolve();
  await job.stop();
  expect(runs).toHaveLength(2);
});

test("a stop aborts the job, waits for it, and lets no other begin", async () => {
  const { runs, work } = workToEnd();
  const aborted: boolean[] = [];
  const job = repeat(
    async (signal) => {
      await work();
      aborted.push(signal.aborted);
    },
    { everyMs: never, log },
  );
  job.wake();
  let hasStopped = false;
  const stopped = job.stop().then(() => {
    hasStopped = true;
  });
  await turn();
  expect(hasStopped).toBe(false);
  job.wake();
  runs[0]?.resolve();
  await stopped;
  expect([aborted, runs.length]).toEqual([[true], 1]);
});

test("a job does not run while it rests, and a stop does not wait for the rest", async () => {
  const { runs, work } = workToEnd();
  const job = repeat(work, { everyMs: never, restMs: never, log });
  job.wake();
  runs[0]?.resolve();
  job.wake();
  await turn();
  expect(runs).toHaveLength(1);
  await job.stop();
  expect(runs).toHaveLength(1);
});
