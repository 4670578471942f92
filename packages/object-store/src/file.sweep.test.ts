import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openFileStore } from "./file.driver.ts";
import { layoutOf, temporaryPath } from "./file.layout.ts";
import { sweepFileStore } from "./file.sweep.ts";

let root = "";
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "sweep-"));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const fileCount = async () => {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).length;
};

/** Leaves what an upload leaves when its process is killed. */
const leave = () => writeFile(temporaryPath(layoutOf(root)), "half");

it("removes what a killed upload left a moment ago, and no object", async () => {
  const store = await openFileStore({ driver: "file", root });
  await store.put("whole", Readable.from([Buffer.from("bytes")]), { contentType: "text/xml" });
  await leave();
  expect(await fileCount()).toBe(2);
  await sweepFileStore(root);
  expect(await fileCount()).toBe(1);
  expect(await store.stat("whole")).toMatchObject({ size: 5 });
});

it("leaves alone a store that does not exist", async () => {
  const nowhere = join(root, "nowhere");
  await sweepFileStore(nowhere);
  await expect(readdir(nowhere)).rejects.toThrow("ENOENT");
});
