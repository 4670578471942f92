import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { exchangeFolder } from "./exchange-folder.ts";

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "exchange-"));
  const folder = root;
  onTestFinished(() => rm(folder, { recursive: true }));
  await Promise.all([mkdir(join(root, "sandbox/former"), { recursive: true }), fill("sandbox/next")]);
});

const write = async (path: string, text: string) => {
  await mkdir(join(root, dirname(path)), { recursive: true });
  await writeFile(join(root, path), text);
};
const fill = async (next: string) => {
  await write(`${next}/objects/3f/kept`, "kept");
  await write(`${next}/objects/3f/changed`, "new");
  await write(`${next}/objects/a0/added`, "added");
};
const fillLive = async (objects: string) => {
  await write(`${objects}/3f/kept`, "kept");
  await write(`${objects}/3f/changed`, "old");
  await write(`${objects}/b1/gone`, "gone");
  await mkdir(join(root, objects, "temporary"));
};
const folders = () => ({
  live: join(root, "objects"),
  next: join(root, "sandbox/next/objects"),
  former: join(root, "sandbox/former/objects"),
});

async function contents(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = await Promise.all(
    files.map(async (file) => [file.slice(folder.length + 1), await readFile(file, "utf8")] as const),
  );
  return Object.fromEntries(texts);
}
const wanted = { "3f/kept": "kept", "3f/changed": "new", "a0/added": "added" };

it("renames folders of one disk", async () => {
  await fillLive("objects");
  await exchangeFolder(folders());
  expect(await contents(folders().live)).toEqual(wanted);
  expect(await contents(folders().former)).toHaveProperty("b1/gone");
});

it.each(["EXDEV", "EBUSY"])("gives a folder that is another disk its new contents (%s)", async (code) => {
  await fillLive("objects");
  const refused = async () => {
    throw Object.assign(new Error("rename"), { code });
  };
  await exchangeFolder(folders(), refused);
  expect(await contents(folders().live)).toEqual(wanted);
  expect(await readdir(folders().live)).toContain("temporary");
});

it("leaves a link to another place where it is, and files that others share as they were", async () => {
  await fillLive("elsewhere");
  await symlink(join(root, "elsewhere"), folders().live);
  await exchangeFolder(folders());
  expect(await contents(join(root, "elsewhere"))).toEqual(wanted);
});

it("passes other failures on, and needs no folder", async () => {
  const refused = async () => {
    throw Object.assign(new Error("rename"), { code: "EACCES" });
  };
  await expect(exchangeFolder(folders(), refused)).rejects.toThrow("rename");
  const none = { ...folders(), live: join(root, "mail"), next: join(root, "sandbox/next/mail") };
  await exchangeFolder(none);
  expect(await readdir(root)).not.toContain("mail");
});
