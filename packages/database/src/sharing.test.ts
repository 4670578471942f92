import { AsyncLocalStorage } from "node:async_hooks";
import { expect, it } from "vitest";
import { newFrame, runInFrame } from "./ambient.ts";
import type { Session } from "./session.ts";
import { sharing } from "./sharing.ts";

const database = {};

/** A read that is under way until it is let go; each run gives its number. */
function reads() {
  const gates: PromiseWithResolvers<void>[] = [];
  let runs = 0;
  return {
    runs: () => runs,
    async run() {
      runs += 1;
      const number = runs;
      const gate = Promise.withResolvers<void>();
      gates.push(gate);
      await gate.promise;
      return number;
    },
    async end(error?: Error) {
      const gate = gates.shift();
      if (error) gate?.reject(error);
      else gate?.resolve();
      await new Promise(setImmediate);
    },
  };
}

it("equal reads that wait share one run, which begins after all of them", async () => {
  const { run, runs, end } = reads();
  const read = sharing<number>(database, { atOnce: 1 });
  const first = read("a", run);
  const waiting = [read("a", run), read("a", run)];
  expect(runs()).toBe(1);
  await end();
  expect(runs()).toBe(2);
  const late = read("a", run);
  await end();
  expect(runs()).toBe(3);
  await end();
  expect([await first, ...(await Promise.all(waiting)), await late]).toEqual([1, 2, 2, 3]);
});

it("different reads wait for nobody", async () => {
  const { run, runs, end } = reads();
  const read = sharing<number>(database, { atOnce: 1 });
  const both = Promise.all([read("a", run), read("b", run)]);
  expect(runs()).toBe(2);
  await end();
  await end();
  expect(await both).toEqual([1, 2]);
});

it("a run that fails fails its own reads only", async () => {
  const { run, end } = reads();
  const read = sharing<number>(database, { atOnce: 1 });
  const outcomes = Promise.allSettled([read("a", run), read("a", run), read("a", run)]);
  await end(new Error("lost"));
  await end();
  expect((await outcomes).map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled"]);
  const again = read("a", run);
  await end();
  expect(await again).toBe(3);
});

it("inside a transaction a read is part of it", async () => {
  const { run, runs, end } = reads();
  const read = sharing<number>(database, { atOnce: 1 });
  const outside = read("a", run);
  // Only that there is a frame counts here, not what its session could do.
  const inside = runInFrame(database, newFrame({} as Session), () => read("a", run));
  expect(runs()).toBe(2);
  await end();
  await end();
  expect(await Promise.all([outside, inside])).toEqual([1, 2]);
});

it("a shared run belongs to whatever its first read belongs to, not to what the run before it did", async () => {
  const storage = new AsyncLocalStorage<string>();
  const owners: (string | undefined)[] = [];
  const { run, end } = reads();
  const read = sharing<number>(database, { atOnce: 1 });
  const asked = (owner: string) =>
    storage.run(owner, () =>
      read("a", () => {
        owners.push(storage.getStore());
        return run();
      }),
    );
  const results = ["first", "second", "third"].map(asked);
  await end();
  await end();
  expect(await Promise.all(results)).toEqual([1, 2, 2]);
  expect(owners).toEqual(["first", "second"]);
});
