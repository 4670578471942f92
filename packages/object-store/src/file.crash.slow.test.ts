import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
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

/** Every file of the root, relative to it. */
async function names(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
}

/** Opens the store as after a restart whose grace period is over; nothing but whole objects may be left. */
async function restart(root: string, objects: number): Promise<void> {
  await openObjectStore({ driver: "file", root, graceMs: -60_000 });
  expect(await names(root)).toHaveLength(objects);
}

describe("a file-system store whose process is killed", () => {
  it.concurrent.each([
    { action: "create", before: null, after: contentBy("create"), steps: 6 },
    { action: "replace", before: OLD, after: contentBy("replace"), steps: 6 },
    { action: "remove", before: OLD, after: null, steps: 3 },
  ])(
    "at any step of a $action has the object as before or as after, and no remains",
    async ({ action, before, after, steps }) => {
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
      expect(step).toBeGreaterThanOrEqual(steps);
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

  it("keeps an object's bytes, and nothing else, in one file below the root", async () => {
    const { root, store } = await newRoot();
    await put(store, "../packs/1/invoice.pdf", OLD);
    const [file = "", ...others] = await names(root);
    expect([file, others]).toEqual([
      expect.stringMatching(/^objects\/[0-9a-f]{2}\/=2E=2E=2Fpacks=2F1=2Finvoice=2Epdf$/),
      [],
    ]);
    expect(await readFile(path.join(root, file))).toEqual(OLD);
  });

  it("keeps its objects in a copy", async () => {
    const { root, store } = await newRoot();
    await put(store, "key", OLD);
    const copy = `${root}-copy`;
    roots.push(copy);
    await cp(root, copy, { recursive: true });
    const copied = await openObjectStore({ driver: "file", root: copy, graceMs: -60_000 });
    expect(await read(copied, "key")).toEqual(OLD);
  });

  it("has no object whose file is lost, and can remove it", async () => {
    const { root, store } = await newRoot();
    await put(store, "key", OLD);
    for (const file of await names(root)) await rm(path.join(root, file));
    expect(await store.stat("key")).toBeNull();
    await expect(store.get("key")).rejects.toThrow(ObjectMissing);
    expect(await listed(store, "")).toEqual([]);
    await store.delete("key");
    expect(await names(root)).toEqual([]);
  });
});
