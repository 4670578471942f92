import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { copyFiles } from "./backup.ts";

test("a backup has the files of a data directory, and not its search index, which is built anew", async () => {
  const folder = await mkdtemp(join(tmpdir(), "backup-"));
  onTestFinished(() => rm(folder, { recursive: true }));
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
