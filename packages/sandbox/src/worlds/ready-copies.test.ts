import { silentLogger } from "@marketplace/server";
import { expect, it } from "vitest";
import { createReadyCopies } from "./ready-copies.ts";

const log = silentLogger();

/** States that are only listed. */
function listed() {
  const present = new Map<string, string>();
  let failing = false;
  return {
    present,
    fail(whether: boolean) {
      failing = whether;
    },
    async copy(from: string, to: string) {
      if (failing) throw new Error("the disk is full");
      present.set(to, from);
    },
    async drop(key: string) {
      present.delete(key);
    },
  };
}

it("makes the next copy of the same state ahead", async () => {
  const states = listed();
  const copies = createReadyCopies({ states, log });
  const first = await copies.take("demo");
  expect([...states.present.values()]).toEqual(["demo", "demo"]);
  const second = await copies.take("demo");
  expect(second).not.toBe(first);
  expect(states.present.size).toBe(3);
});

it("gives each of those that come at once a copy of their own", async () => {
  const states = listed();
  const copies = createReadyCopies({ states, log });
  const taken = await Promise.all(Array.from({ length: 5 }, () => copies.take("demo")));
  expect(new Set(taken).size).toBe(5);
  await copies.close();
  expect([...states.present.keys()].toSorted()).toEqual(taken.toSorted());
});

it("keeps one copy only, and none of a state that is given up", async () => {
  const states = listed();
  const copies = createReadyCopies({ states, log });
  const taken = [await copies.take("demo"), await copies.take("other")];
  expect([...states.present.values()].toSorted()).toEqual(["demo", "other", "other"]);
  await copies.forget("demo");
  expect(states.present.size).toBe(3);
  await copies.forget("other");
  expect([...states.present.keys()]).toEqual(taken);
});

it("makes a copy when none could be made ahead, and tells when that fails", async () => {
  const states = listed();
  const copies = createReadyCopies({ states, log });
  states.fail(true);
  await expect(copies.take("demo")).rejects.toThrow("the disk is full");
  states.fail(false);
  await copies.take("demo");
  expect(states.present.size).toBe(2);
});

it("makes no copy after the end", async () => {
  const states = listed();
  const copies = createReadyCopies({ states, log });
  const taken = await copies.take("demo");
  await copies.close();
  const last = await copies.take("demo");
  expect([...states.present.keys()]).toEqual([taken, last]);
});
