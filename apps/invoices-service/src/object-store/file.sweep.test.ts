import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openFileStore } from "./file.driver.ts";
import { blobPath, digestOf, layoutOf, newBlobName, witnessPath } from "./file.layout.ts";
import { sweepFileStore } from "./file.sweep.ts";

let root = "";
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "sweep-"));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const rawFiles = async () => {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).length;
};

/** Leaves what a kill in the middle of an upload leaves. */
const leave = () => writeFile(blobPath(layoutOf(root), newBlobName(digestOf("half"))), "half");

it("takes away what an upload that was killed left a moment ago, and no object", async () => {
  const store = await openFileStore({ driver: "file", root });
  await store.put("whole", Readable.from([Buffer.from("bytes")]), { contentType: "text/xml" });
  await leave();
  expect(await rawFiles()).toBe(2);
  await sweepFileStore(root);
  expect(await rawFiles()).toBe(1);
  expect(await store.stat("whole")).toMatchObject({ size: 5 });
});

it("leaves alone a store whose links were lost by a copy, and one that is not there", async () => {
  await sweepFileStore(join(root, "nowhere"));
  await openFileStore({ driver: "file", root });
  await leave();
  await rm(witnessPath(layoutOf(root)));
  await sweepFileStore(root);
  expect(await rawFiles()).toBe(1);
});
