import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { find, item, numbersFor, put, titled } from "./conformance/items.ts";
import { createEmbeddedIndex } from "./embedded.ts";
import type { Language } from "./languages.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "search-index-"));
});
afterEach(() => rm(folder, { recursive: true }));

const open = (language: Language = "es") => createEmbeddedIndex({ folder, settingsOf: () => ({ language }) });
const fileName = "search-index.snapshot";

/** A snapshot of two sites, with dead positions. */
async function saved(): Promise<Buffer<ArrayBuffer>> {
  const index = open();
  await put(index, [...titled("mesa roja", "mesas verdes"), item(3, { title: "mesa", siteId: "MLB" })]);
  await put(index, [item(1, { title: "silla roja", price: 7, keys: ["condition=new"] })]);
  await index.apply({ put: [], remove: [9], cursor: "17" });
  await index.save();
  await index.close();
  return readFile(join(folder, fileName));
}

test("an index begins with its last snapshot, and takes changes as before", async () => {
  await saved();
  const index = open();
  expect(index.health()).toMatchObject({ items: 3, cursor: "17" });
  expect(await find(index, { text: "sillas" })).toEqual({
    total: 1,
    numbers: [1],
    keys: { "condition=new": 1 },
    prices: [{ from: undefined, to: 7, results: 1 }],
  });
  expect(await numbersFor(index, "mesa", "MLB")).toEqual([3]);
  await put(
    index,
    Array.from({ length: 40 }, (_, no) => item(no + 1, { title: `mesa roja ${no}` })),
  );
  expect((await find(index, { text: "mesas" }, { limit: 1 })).total).toBe(40);
  expect(await numbersFor(index, "silla")).toEqual([]);
  await index.save();
  expect((await find(open(), { text: "mesa 39" })).numbers).toEqual([40]);
});

test("a snapshot of another language gets the stems of this one", async () => {
  const index = open("es");
  await put(index, titled("watches", "coleções"));
  await index.save();
  expect(await numbersFor(open("en"), "watch")).toEqual([1]);
  expect(await numbersFor(open("pt"), "coleção")).toEqual([2]);
});

test("changes wait for a snapshot, and are not in it", async () => {
  const index = open();
  await put(index, titled("mesa"));
  await Promise.all([index.save(), put(index, titled("silla", "silla"))]);
  expect(await numbersFor(index, "silla")).toEqual([2, 1]);
  expect(open().health()).toMatchObject({ items: 1 });
});

test("other work goes on while a snapshot of many words is written", async () => {
  const index = open();
  await put(
    index,
    Array.from({ length: 10_000 }, (_, no) => item(no + 1, { title: `mesa ${no.toString(36)}x` })),
  );
  let [turns, isSaving] = [0, true];
  const turn = () => {
    turns += 1;
    if (isSaving) setImmediate(turn);
  };
  setImmediate(turn);
  await index.save();
  isSaving = false;
  // Of 10,000 words and their stems each 2,000 are a piece.
  expect(turns).toBeGreaterThanOrEqual(10);
  expect(await numbersFor(open(), "7prx")).toEqual([10_000]);
});

test("a missing folder is an empty index, and made by the first snapshot", async () => {
  folder = join(folder, "data");
  expect(open().cursor()).toBeUndefined();
  await saved();
  expect(await readdir(folder)).toEqual([fileName]);
  await rm(folder, { recursive: true });
  folder = join(folder, "..");
});

test("a snapshot that is cut at any byte is an empty index", async () => {
  const whole = await saved();
  for (let length = 0; length < whole.length; length += length < 600 ? 1 : 7) {
    await writeFile(join(folder, fileName), whole.subarray(0, length));
    const index = open();
    expect(index.health()).toMatchObject({ items: 0, cursor: undefined });
  }
});

test("a snapshot with any wrong byte is an empty index, which can be filled and saved", async () => {
  const whole = await saved();
  for (let at = 0; at < whole.length; at += at < 600 ? 1 : 7) {
    const damaged = Buffer.from(whole);
    damaged[at] = (damaged[at] ?? 0) ^ 1;
    await writeFile(join(folder, fileName), damaged);
    expect(open().health()).toMatchObject({ items: 0, cursor: undefined });
  }
  expect((await saved()).equals(whole)).toBe(true);
});

test("what a killed process left of a snapshot is replaced", async () => {
  const whole = await saved();
  await rm(join(folder, fileName));
  await writeFile(join(folder, `${fileName}.tmp`), whole.subarray(0, 100));
  expect(open().cursor()).toBeUndefined();
  expect((await saved()).equals(whole)).toBe(true);
  expect(await readdir(folder)).toEqual([fileName]);
});

test("a snapshot that cannot be written leaves the last one, and no other file", async () => {
  await saved();
  const index = open();
  await put(index, titled("banco"));
  await rm(folder, { recursive: true });
  await writeFile(folder, "a file where the folder was");
  await expect(index.save()).rejects.toThrow();
  expect(await numbersFor(index, "banco")).toEqual([1]);
  await rm(folder);
  await index.save();
  expect(await readdir(folder)).toEqual([fileName]);
  expect(await numbersFor(open(), "banco")).toEqual([1]);
});
