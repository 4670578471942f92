import { mkdtempSync } from "node:fs";
import { mkdir, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "@marketplace/server";
import { afterAll, expect, test } from "vitest";
import { keyOfSnapshot } from "./snapshots.ts";
import type { States } from "./states.ts";
import { createStoredSnapshots } from "./stored-snapshots.ts";

const root = mkdtempSync(join(tmpdir(), "stored-snapshots-"));
afterAll(() => rm(root, { recursive: true }));

const unused = () => {
  throw new Error("no database is used here");
};
/** Called while a state is removed. */
let whileDropped: (key: string) => void = () => {};
const states: States = {
  databaseOf: unused,
  folderOf: (key) => join(root, key),
  copy: unused,
  drop(key) {
    whileDropped(key);
    return rm(join(root, key), { recursive: true, force: true });
  },
  withTables: unused,
  promote: unused,
  finishPromotion: unused,
  keys: () => readdir(root),
};
const isReady = new Set<string>();
const { store, list, drop, isTaken } = createStoredSnapshots({
  states,
  systemClock,
  isReady,
  usersOf: () => undefined,
});

/** A world whose copy fails where there is one, as databases of a name do. */
const world = {
  async copy(key: string) {
    await mkdir(join(root, key));
    return { offsetMs: 0, frozenAt: null };
  },
  document: { users: {}, applications: {}, tokens: {}, fixtures: {} },
};
const names = async () => (await list()).map(({ name }) => name);
const exists = { key: "snapshot_exists" };

test("of two that are stored under one name at once one is refused, and the other stays", async () => {
  const [first, second] = await Promise.allSettled([store("twice", world), store("twice", world)]);
  expect(first.status).toBe("fulfilled");
  expect(second).toMatchObject({ status: "rejected", reason: exists });
  expect(await names()).toEqual(["twice"]);
  await expect(store("twice", world)).rejects.toMatchObject(exists);
  expect(await names()).toEqual(["twice"]);
  await drop("twice");
});

test("one that exists stays in use while another call asks to store it again", async () => {
  await store("kept", world);
  const again = store("kept", world);
  expect(isTaken(keyOfSnapshot("kept"))).toBe(false);
  const [refused, dropped] = await Promise.allSettled([again, drop("kept")]);
  expect(refused).toMatchObject({ status: "rejected", reason: exists });
  expect(dropped.status).toBe("fulfilled");
});

test("one of an earlier release that is in the way is not taken for one of this release", async () => {
  await store("before", world);
  isReady.clear();
  await expect(store("before", world)).rejects.toMatchObject(exists);
  expect(isReady.size).toBe(0);
  await drop("before");
});

test("of what fails nothing stays, and the name is free", async () => {
  const failing = { ...world, copy: () => world.copy("left").then(() => Promise.reject(new Error("full"))) };
  await expect(store("failed", failing)).rejects.toThrow("full");
  await store("failed", world);
  expect(await names()).toEqual(["failed"]);
});

test("one that is removed twice at once is removed once", async () => {
  await store("removed", world);
  const key = keyOfSnapshot("removed");
  let wasTaken = false;
  whileDropped = (dropped) => {
    wasTaken = isTaken(dropped);
  };
  const [first, second] = await Promise.allSettled([drop("removed"), drop("removed")]);
  expect([wasTaken, isTaken(key)]).toEqual([true, false]);
  expect([first.status, second.status].toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(await names()).not.toContain("removed");
});
