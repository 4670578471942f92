import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Dirent } from "node:fs";
import { cp, lstat, mkdtemp, readdir, readFile, rm, truncate } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { listed, put, read } from "./conformance.fixtures.ts";
import { ObjectMissing } from "./errors.ts";
import type { ObjectStore } from "./object-store.ts";
import { openObjectStore } from "./open.ts";

const CHILD = fileURLToPath(new URL("file.crash.child.ts", import.meta.url));
const OLD = Buffer.alloc(1_000, "old");
const MORE_STEPS_THAN_ANY = 100;

const contentBy = (action: string) => Buffer.alloc(400_000, Buffer.alloc(100_000, action));

const roots: string[] = [];
afterAll(() => Promise.all(roots.map((root) => rm(root, { recursive: true }))));

async function newRoot(): Promise<{ root: string; store: ObjectStore }> {
  const root = await mkdtemp(path.join(tmpdir(), "object-store-"));
  roots.push(root);
  return { root, store: await openObjectStore({ driver: "file", root }) };
}

/** Does the action in a process that is killed before its nth step; tells whether it got through instead. */
async function killedAt(step: number, action: string, root: string): Promise<boolean> {
  const child = spawn(process.execPath, [CHILD, root, action, String(step)], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code, signal] = await once(child, "close");
  expect(code ?? signal).toBe(code === 0 ? 0 : "SIGKILL");
  return code === 0;
}

/** Every name of the root but the folders and the witness of links: of raw files and of records. */
async function names(root: string, only = (_entry: Dirent) => true): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory() && entry.name !== "records" && only(entry))
    .map((entry) => path.join(entry.parentPath, entry.name));
}

/** The files that hold exactly the old object's bytes. */
async function rawFiles(root: string): Promise<string[]> {
  const found: string[] = [];
  for (const file of await names(root, (entry) => entry.isFile())) {
    if ((await readFile(file)).equals(OLD)) found.push(file);
  }
  return found;
}

/** Opens the store as after a restart whose grace period is over; nothing but whole objects may be left. */
async function restart(root: string, objects: number): Promise<void> {
  await openObjectStore({ driver: "file", root, graceMs: -60_000 });
  expect(await names(root)).toHaveLength(objects * 2);
}

describe("a file-system store whose process is killed", () => {
  it.concurrent.each([
    { action: "create", before: null, after: contentBy("create") },
    { action: "replace", before: OLD, after: contentBy("replace") },
    { action: "remove", before: OLD, after: null },
  ])(
    "at any step of a $action has the object as before or as after, and no remains",
    async ({ action, before, after }) => {
      const { root, store } = await newRoot();
      let through = false;
      let step = 0;
      for (; !through && step < MORE_STEPS_THAN_ANY; step++) {
        await store.delete("key");
        if (before) await put(store, "key", before);
        through = await killedAt(step, action, root);
        const found = (await store.stat("key")) ? await read(store, "key") : null;
        expect([before, after]).toContainEqual(found);
        expect(await listed(store, "")).toHaveLength(found ? 1 : 0);
        await restart(root, found ? 1 : 0);
        expect((await store.stat("key")) ? await read(store, "key") : null).toEqual(found);
      }
      expect(through).toBe(true);
      expect(step).toBeGreaterThan(5);
      await put(store, "key", OLD);
      expect(await read(store, "key")).toEqual(OLD);
    },
    120_000,
  );

  it("keeps, at a restart, what another process may still be writing", async () => {
    const { root } = await newRoot();
    expect(await killedAt(8, "create", root)).toBe(false);
    const remains = await names(root);
    expect(remains.length).toBeGreaterThan(0);
    await openObjectStore({ driver: "file", root, graceMs: 3_600_000 });
    expect(await names(root)).toEqual(remains);
    await restart(root, 0);
  });

  it("keeps an object's bytes, and nothing else, in one raw file of unguessable name", async () => {
    const { root, store } = await newRoot();
    await put(store, "../packs/1/invoice.pdf", OLD);
    const raw = (await rawFiles(root)).map((file) => path.relative(root, file));
    expect(raw).toEqual([expect.stringMatching(/^objects\/[0-9a-f]{2}\/[0-9a-f]{64}\.[0-9a-f]{32}$/)]);
  });

  it("keeps its objects in a copy that makes the targets of links absolute", async () => {
    const { root, store } = await newRoot();
    await put(store, "key", OLD);
    const copy = `${root}-copy`;
    roots.push(copy);
    await cp(root, copy, { recursive: true });
    const copied = await openObjectStore({ driver: "file", root: copy, graceMs: -60_000 });
    expect(await read(copied, "key")).toEqual(OLD);
  });

  it("is not opened, and loses nothing, where a copy has left its links behind", async () => {
    const { root, store } = await newRoot();
    await put(store, "key", OLD);
    const copy = `${root}-copy`;
    roots.push(copy);
    await cp(root, copy, { recursive: true, filter: async (name) => !(await lstat(name)).isSymbolicLink() });
    const opening = openObjectStore({ driver: "file", root: copy, graceMs: -60_000 });
    await expect(opening).rejects.toThrow(/not the symbolic links that are their records/);
    expect(await rawFiles(copy)).toHaveLength(1);
  });

  it.each([
    { how: "lost", damage: (file: string) => rm(file) },
    { how: "cut", damage: (file: string) => truncate(file, 10) },
  ])("has no object whose raw file is $how, and can remove it", async ({ damage }) => {
    const { root, store } = await newRoot();
    await put(store, "key", OLD);
    for (const file of await rawFiles(root)) await damage(file);
    expect(await store.stat("key")).toBeNull();
    await expect(store.get("key")).rejects.toThrow(ObjectMissing);
    expect(await listed(store, "")).toEqual([]);
    await store.delete("key");
    expect(await names(root)).toEqual([]);
  });
});
