import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { listed, PDF, put, read } from "./conformance.fixtures.ts";
import { blobPath, digestOf, layoutOf, newBlobName, recordPath } from "./file.layout.ts";
import { openObjectStore } from "./open.ts";

const root = await mkdtemp(path.join(tmpdir(), "object-store-"));
afterAll(() => rm(root, { recursive: true }));

/** An object as the first layout kept it. */
async function putAsBefore(key: string, bytes: Buffer): Promise<void> {
  const layout = layoutOf(root);
  const blob = newBlobName(digestOf(key));
  await mkdir(path.dirname(blobPath(layout, blob)), { recursive: true });
  await writeFile(blobPath(layout, blob), bytes);
  const record = { key, contentType: PDF, size: bytes.length, blob };
  await writeFile(`${recordPath(layout, digestOf(key))}.json`, JSON.stringify(record));
}

it("a store of the first layout keeps its objects, also when it is taken over a second time", async () => {
  const objects = new Map(["a", "b/ç", "c"].map((key) => [key, randomBytes(50)]));
  const [first, ...others] = objects;
  await mkdir(path.join(root, "incoming"), { recursive: true });
  await writeFile(path.join(root, "incoming", "remains"), "of a crash");
  for (const [key, bytes] of others) await putAsBefore(key, bytes);
  const before = await openObjectStore({ driver: "file", root, graceMs: -60_000 });
  expect((await listed(before, "")).map(({ key }) => key).sort()).toEqual(["b/ç", "c"]);

  // As after a crash before the old folder went.
  await mkdir(path.join(root, "incoming"));
  if (first) await putAsBefore(...first);
  const store = await openObjectStore({ driver: "file", root, graceMs: -60_000 });
  for (const [key, bytes] of objects) {
    expect(await read(store, key)).toEqual(bytes);
    expect(await store.stat(key)).toMatchObject({ size: 50, contentType: PDF });
  }
  expect(await readdir(root)).toEqual(["objects"]);
  await put(store, "c", Buffer.from("new"));
  expect(await read(store, "c")).toEqual(Buffer.from("new"));
});
