import { existsSync, readdirSync, readFileSync } from "node:fs";
import { type FileHandle, mkdtemp, open, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, it } from "vitest";
import { replaceFile, writePrivateFile } from "./durable-file.ts";

const dir = await mkdtemp(join(tmpdir(), "durable-file-"));
afterAll(() => rm(dir, { recursive: true }));

/** What is forced to disk while `work` runs: files and folders, in their order. */
async function syncedBy(work: () => Promise<void>): Promise<string[]> {
  const handle = await open(dir, "r");
  const prototype = Object.getPrototypeOf(handle);
  await handle.close();
  const { sync } = prototype;
  const synced: string[] = [];
  prototype.sync = async function (this: typeof handle) {
    synced.push((await this.stat()).isDirectory() ? "folder" : "file");
    return sync.call(this);
  };
  await work().finally(() => {
    prototype.sync = sync;
  });
  return synced;
}

it("a file is synced before its name, and its name before the promise resolves", async () => {
  const path = join(dir, "a.json");
  expect(await syncedBy(() => writePrivateFile(path, "one"))).toEqual(["file", "folder"]);
  expect(await syncedBy(() => writePrivateFile(path, "two"))).toEqual(["file", "folder"]);
  expect(await readFile(path, "utf8")).toBe("two");
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await readdir(dir)).toEqual(["a.json"]);
});

it("a failed write leaves nothing behind", async () => {
  const path = join(dir, "b.json");
  // A folder is in the place of the file.
  await expect(writePrivateFile(join(path, "below"), "")).rejects.toThrow("ENOENT");
  expect(await readdir(dir)).toEqual(["a.json"]);
});

it("a file may be written piece by piece, beside one of another writer", async () => {
  const path = join(dir, "a.json");
  const write = async (file: FileHandle) => {
    await file.writeFile("three, ");
    await file.writeFile("four");
  };
  await writeFile(`${path}.draft`, "of somebody else");
  await expect(replaceFile(path, write, `${path}.draft`)).rejects.toThrow("EEXIST");
  expect(await readFile(`${path}.draft`, "utf8")).toBe("of somebody else");
  await replaceFile(path, write, `${path}.own`);
  expect(await readFile(path, "utf8")).toBe("three, four");
  expect(await readdir(dir)).toEqual(["a.json", "a.json.draft"]);
  await rm(`${path}.draft`);
});

/** Copies programs out of their package at each start: what a loss of power damages is copied again. */
const madeAgain = ["packages/database/src/embedded/binaries.ts"];

it("no source renames a file without syncing the folder that names it", () => {
  const root = fileURLToPath(new URL("../../../", import.meta.url));
  const sources = ["apps", "packages"].flatMap((group) =>
    readdirSync(join(root, group)).flatMap((name) => {
      const src = join(root, group, name, "src");
      const files = existsSync(src) ? readdirSync(src, { recursive: true, encoding: "utf8" }) : [];
      return files
        .filter((file) => /\.ts$/.test(file) && !/\.test\.ts$|^generated/.test(file))
        .map((file) => join(src, file));
    }),
  );
  const renaming = sources.filter((file) => /\brename(Sync)?\(/.test(readFileSync(file, "utf8")));
  expect(renaming.length).toBeGreaterThan(0);
  const forgetful = renaming.filter((file) => !/\bsyncFolder\(/.test(readFileSync(file, "utf8")));
  expect(forgetful.map((file) => file.slice(root.length))).toEqual(madeAgain);
});
