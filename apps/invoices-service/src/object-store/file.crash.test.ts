import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listed, put, read } from "./conformance.fixtures.ts";
import type { ObjectStore } from "./object-store.ts";
import { openObjectStore } from "./open.ts";

const CHILD = fileURLToPath(new URL("file.crash.child.ts", import.meta.url));
const OLD = Buffer.alloc(1_000, "old");
const MORE_STEPS_THAN_ANY = 100;

const contentBy = (action: string) => Buffer.alloc(400_000, Buffer.alloc(100_000, action));

let root: string;
let store: ObjectStore;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "object-store-"));
  store = await openObjectStore({ driver: "file", root });
});
afterAll(() => rm(root, { recursive: true }));

/** Does the action in a process that is killed before its nth step; tells whether it got through instead. */
async function killedAt(step: number, action: string): Promise<boolean> {
  const child = spawn(process.execPath, [CHILD, root, action, String(step)], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code, signal] = await once(child, "close");
  expect(code ?? signal).toBe(code === 0 ? 0 : "SIGKILL");
  return code === 0;
}

/** Every file of the root but the folders. */
async function files(): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}

/** Opens the store as after a restart whose grace period is over; nothing but whole objects may be left. */
async function restart(objects: number): Promise<void> {
  store = await openObjectStore({ driver: "file", root, graceMs: -60_000 });
  expect(await files()).toHaveLength(objects * 2);
}

describe("a file-system store whose process is killed", () => {
  it.each([
    { action: "create", before: null, after: contentBy("create") },
    { action: "replace", before: OLD, after: contentBy("replace") },
    { action: "remove", before: OLD, after: null },
  ])(
    "at any step of a $action has the object as before or as after, and no remains",
    async ({ action, before, after }) => {
      let through = false;
      let step = 0;
      for (; !through && step < MORE_STEPS_THAN_ANY; step++) {
        await store.delete("key");
        if (before) await put(store, "key", before);
        through = await killedAt(step, action);
        const found = (await store.stat("key")) ? await read(store, "key") : null;
        expect([before, after]).toContainEqual(found);
        expect(await listed(store, "")).toHaveLength(found ? 1 : 0);
        await restart(found ? 1 : 0);
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
    await store.delete("key");
    expect(await killedAt(8, "create")).toBe(false);
    const remains = await files();
    expect(remains.length).toBeGreaterThan(0);
    await openObjectStore({ driver: "file", root, graceMs: 3_600_000 });
    expect(await files()).toEqual(remains);
    await restart(0);
  });

  it("keeps an object's bytes, and nothing else, in one raw file of unguessable name", async () => {
    await put(store, "../packs/1/invoice.pdf", OLD);
    const raw: string[] = [];
    for (const file of await files())
      if ((await readFile(file)).equals(OLD)) raw.push(path.relative(root, file));
    expect(raw).toEqual([expect.stringMatching(/^objects\/[0-9a-f]{2}\/[0-9a-f]{64}\.[0-9a-f]{32}$/)]);
  });

  it("has no object whose raw file is lost or cut", async () => {
    await put(store, "lost", OLD);
    const raw = (
      await Promise.all((await files()).map(async (file) => ({ file, text: await readFile(file, "utf8") })))
    )
      .filter(({ file, text }) => file.includes("objects") && text === OLD.toString())
      .map(({ file }) => file);
    for (const file of raw) await rm(file);
    expect(await store.stat("lost")).toBeNull();
    await expect(store.get("lost")).rejects.toThrow("no object has the key");
    expect(await listed(store, "lost")).toEqual([]);
    await store.delete("lost");
  });
});
