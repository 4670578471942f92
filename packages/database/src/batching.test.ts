import { AsyncLocalStorage } from "node:async_hooks";
import { expect, it } from "vitest";
import { newFrame, runInFrame } from "./ambient.ts";
import { batching, batchingByIds } from "./batching.ts";
import { DatabaseUnavailable } from "./errors.ts";
import type { Session } from "./session.ts";

const database = {};
const together = { concurrency: 1, batchSize: 3 };
const turn = () => new Promise(setImmediate);

/** A statement that is under way until it is let go; tells what it was run with. */
function statement(
  outcome: (calls: readonly number[]) => number[] = (calls) => calls.map((call) => call * 10),
) {
  const runs: number[][] = [];
  const gates: PromiseWithResolvers<void>[] = [];
  return {
    runs,
    async run(calls: readonly number[]) {
      runs.push([...calls]);
      const gate = Promise.withResolvers<void>();
      gates.push(gate);
      await gate.promise;
      return outcome(calls);
    },
    /** Ends the run that began first of those under way, and lets what follows from it happen. */
    async end() {
      gates.shift()?.resolve();
      await turn();
      await turn();
    },
  };
}

it("calls of one turn run together at its end; those that come meanwhile, together after them, each with its own result", async () => {
  const { runs, run, end } = statement();
  const call = batching(database, together, run);
  const results = [1, 2].map(call);
  expect(runs).toEqual([]);
  await turn();
  expect(runs).toEqual([[1, 2]]);
  results.push(call(3));
  await turn();
  results.push(call(4));
  expect(runs).toEqual([[1, 2]]);
  await end();
  expect(runs).toEqual([
    [1, 2],
    [3, 4],
  ]);
  await end();
  expect(await Promise.all(results)).toEqual([10, 20, 30, 40]);
});

it("no more run at once, and no more together, than allowed", async () => {
  const { runs, run, end } = statement();
  const call = batching(database, { concurrency: 2, batchSize: 3 }, run);
  const results = Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(call));
  await turn();
  const first = [
    [1, 2, 3],
    [4, 5, 6],
  ];
  expect(runs).toEqual(first);
  await end();
  expect(runs).toEqual([...first, [7, 8]]);
  await end();
  await end();
  expect(await results).toEqual([10, 20, 30, 40, 50, 60, 70, 80]);
});

it("one that fails does not fail the others that ran with it", async () => {
  const { runs, run, end } = statement((calls) => {
    if (calls.includes(3)) throw new Error("three is bad");
    return calls.map((call) => call * 10);
  });
  const call = batching(database, together, run);
  const results = Promise.allSettled([1, 2, 3, 4].map(call));
  await turn();
  for (let ends = 0; ends < 5; ends++) await end();
  expect(runs).toEqual([[1, 2, 3], [1], [2], [3], [4]]);
  expect((await results).map(({ status }) => status)).toEqual([
    "fulfilled",
    "fulfilled",
    "rejected",
    "fulfilled",
  ]);
});

it.each([
  ["could not be reached: it may have done what it was asked", new DatabaseUnavailable("gone")],
  ["took too long", Object.assign(new Error("canceling statement"), { code: "57014" })],
])("nothing runs again when the server %s", async (_, error) => {
  const { runs, run, end } = statement((calls) => {
    if (calls.length > 1) throw error;
    return [...calls];
  });
  const call = batching(database, together, run);
  const results = Promise.allSettled([1, 2, 3].map(call));
  await turn();
  await end();
  await turn();
  expect(runs).toEqual([[1, 2, 3]]);
  expect((await results).map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
});

it("a run belongs to whatever its first call belongs to, not to what the run before it did", async () => {
  const storage = new AsyncLocalStorage<string>();
  const owners: (string | undefined)[] = [];
  const { run, end } = statement();
  const call = batching(database, { concurrency: 1, batchSize: 2 }, (calls: readonly number[]) => {
    owners.push(storage.getStore());
    return run(calls);
  });
  const asked = (owner: string, value: number) => storage.run(owner, () => call(value));
  const results = [asked("first", 1)];
  await turn();
  for (const owner of ["second", "third", "fourth", "fifth"]) results.push(asked(owner, results.length + 1));
  for (let ends = 0; ends < 3; ends++) await end();
  expect(await Promise.all(results)).toEqual([10, 20, 30, 40, 50]);
  expect(owners).toEqual(["first", "second", "fourth"]);
});

it("inside a transaction a call is part of it: it waits for no other and runs alone", async () => {
  const { runs, run, end } = statement();
  const call = batching(database, together, run);
  const outside = call(1);
  // Only that there is a frame counts here, not what its session could do.
  const inside = runInFrame(database, newFrame({} as Session), () => call(2));
  expect(runs).toEqual([[2]]);
  await turn();
  expect(runs).toEqual([[2], [1]]);
  await end();
  await end();
  expect(await Promise.all([outside, inside])).toEqual([10, 20]);
});

it("reads by ids are one read of all their ids; each gets what there is of its own, in its order, once", async () => {
  const asked: string[][] = [];
  const gates: PromiseWithResolvers<void>[] = [];
  const read = batchingByIds(
    database,
    async (ids: readonly string[]) => {
      asked.push([...ids]);
      const gate = Promise.withResolvers<void>();
      gates.push(gate);
      await gate.promise;
      return new Map([...ids].filter((id) => id !== "none").map((id) => [id, `of ${id}`]));
    },
    { concurrency: 1 },
  );
  const first = read(["a"]);
  await turn();
  const others = Promise.all([read(["c", "b", "c", "none"]), read(["b"]), read([])]);
  gates[0]?.resolve();
  expect(await first).toEqual(["of a"]);
  await turn();
  await turn();
  expect(asked).toEqual([["a"], ["c", "b", "none"]]);
  gates[1]?.resolve();
  expect(await others).toEqual([["of c", "of b"], ["of b"], []]);
});
