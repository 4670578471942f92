import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { copyFiles, drafted } from "./backup.ts";

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "backup-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

test("a backup has the files of a data directory, and not its search index, which is rebuilt", async () => {
  const folder = await newFolder();
  const [dataDir, copy] = [join(folder, "data"), join(folder, "copy")];
  await mkdir(copy);
  for (const file of ["objects/1.pdf", "postgres/PG_VERSION", "search-index/MLA.index"]) {
    await mkdir(join(dataDir, file, ".."), { recursive: true });
    await writeFile(join(dataDir, file), "content");
  }
  for (const file of ["secret", "run.json"]) await writeFile(join(dataDir, file), "content");
  expect(await copyFiles(dataDir, copy)).toBe(2);
  expect((await readdir(copy)).sort()).toEqual(["objects", "secret"]);
});

test("a second backup into the same folder leaves the first one's copy alone, and is refused", async () => {
  const folder = await newFolder();
  const target = join(folder, "copy");
  const secondBegan = Promise.withResolvers<void>();
  const firstEnded = Promise.withResolvers<void>();
  const first = drafted(target, async (draft) => {
    await writeFile(join(draft, "databases"), "of the first");
    await secondBegan.promise;
    await writeFile(join(draft, "objects"), "of the first");
  }).finally(firstEnded.resolve);
  const second = drafted(target, async (draft) => {
    await writeFile(join(draft, "databases"), "of the second");
    secondBegan.resolve();
    await firstEnded.promise;
  });
  await Promise.allSettled([first, second]);
  await expect(first).resolves.toBeUndefined();
  await expect(second).rejects.toThrow("exists already");
  expect((await readdir(target)).sort()).toEqual(["databases", "objects"]);
  expect(await readFile(join(target, "databases"), "utf8")).toBe("of the first");
  expect(await readdir(folder)).toEqual(["copy"]);
});

test("a backup that fails leaves nothing behind", async () => {
  const folder = await newFolder();
  const failing = drafted(join(folder, "copy"), () => Promise.reject(new Error("the disk is full")));
  await expect(failing).rejects.toThrow("the disk is full");
  expect(await readdir(folder)).toEqual([]);
});
