import { createHash, randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { listed, put, read, someBytes } from "./conformance.fixtures.ts";
import { layoutOf } from "./file.layout.ts";
import { linkedPath } from "./file.symlinks.ts";
import { openObjectStore } from "./open.ts";

let root = "";
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), "object-store-"));
  await mkdir(path.join(root, "objects"));
  await symlink("the records of this store are links", path.join(root, "objects", "records"));
});
afterEach(() => rm(root, { recursive: true }));

const open = () => openObjectStore({ driver: "file", root });
const inBase64 = (text: string) => Buffer.from(text).toString("base64url");

/** Writes an object as a release with symbolic links did. */
async function putLinked(key: string, bytes: Buffer, targetPrefix = ""): Promise<string> {
  const digest = createHash("sha256").update(key).digest("hex");
  const shard = path.join(root, "objects", digest.slice(0, 2));
  const name = `${digest}.${randomBytes(16).toString("hex")}`;
  await mkdir(shard, { recursive: true });
  await writeFile(path.join(shard, name), bytes);
  const target = [name, bytes.length, inBase64("text/xml"), inBase64(key)].join(" ");
  await symlink(targetPrefix + target, path.join(shard, digest));
  return path.join(shard, digest);
}

/** The file of an object with a symbolic link. */
const fileOf = async (key: string) => (await linkedPath(layoutOf(root), key)) ?? "";

async function linksLeft(): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isSymbolicLink()).map(({ name }) => name);
}

it("a store with symbolic links keeps its objects, also when several processes open it at once", async () => {
  const objects = new Map(["a", "b/ç", "A", "fiscal-documents/1"].map((key) => [key, someBytes(50)]));
  for (const [key, bytes] of objects) await putLinked(key, bytes);
  const [store] = await Promise.all([open(), open(), open()]);
  expect(await linksLeft()).toEqual([]);
  for (const [key, bytes] of objects) expect(await read(store, key)).toEqual(bytes);
  expect((await listed(store, "")).map(({ key }) => key).sort()).toEqual([...objects.keys()].sort());
  await put(store, "a", Buffer.from("new"));
  expect(await read(await open(), "a")).toEqual(Buffer.from("new"));
});

it("a conversion that was interrupted is completed", async () => {
  const bytes = someBytes(50);
  await putLinked("a", bytes);
  await open();
  // As after a crash between the rename and the removal of the links.
  await symlink("the records of this store are links", path.join(root, "objects", "records"));
  await putLinked("a", Buffer.from("old"));
  await rm(await fileOf("a"));
  await putLinked("b", bytes);
  const store = await open();
  expect(await linksLeft()).toEqual([]);
  for (const key of ["a", "b"]) expect(await read(store, key)).toEqual(bytes);
});

it("a copy whose links have absolute targets keeps its objects", async () => {
  const bytes = someBytes(50);
  await putLinked("a", bytes, "/elsewhere/objects/12/");
  expect(await read(await open(), "a")).toEqual(bytes);
});

it("objects that a process of the earlier release adds afterwards are converted at the next opening", async () => {
  const bytes = someBytes(50);
  await open();
  await putLinked("a", bytes);
  expect(await read(await open(), "a")).toEqual(bytes);
  expect(await linksLeft()).toEqual([]);
});

it("an upload that was incomplete is no object, and is swept after the grace period", async () => {
  const link = await putLinked("a", someBytes(50));
  const file = await fileOf("a");
  const moved = path.join(root, "objects", "temporary", path.basename(file));
  await rm(link);
  const store = await open();
  expect(await listed(store, "")).toEqual([]);
  // A young one may be an upload of a process that still runs.
  expect(await readdir(path.dirname(file))).toEqual([path.basename(file)]);
  await utimes(file, 0, 0);
  await open();
  expect(await readdir(path.dirname(moved))).toEqual([path.basename(file)]);
  await utimes(moved, 0, 0);
  await open();
  expect(await readdir(path.dirname(moved))).toEqual([]);
});

it("a file that no put made is not listed", async () => {
  const store = await open();
  await put(store, "a", someBytes(5));
  await writeFile(path.join(root, "objects", "00", "fiscal=FF"), "");
  expect((await listed(store, "")).map(({ key }) => key)).toEqual(["a"]);
});
