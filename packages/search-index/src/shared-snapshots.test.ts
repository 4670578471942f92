import { linkSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { item, numbersFor, put } from "./conformance/items.ts";
import { createEmbeddedIndex } from "./embedded.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "shared-index-"));
});
afterEach(() => rmSync(root, { recursive: true }));

const folderOf = (name: string) => join(root, name);
const open = (name: string, settings = "equal") =>
  createEmbeddedIndex({ folder: folderOf(name), settings, settingsOf: () => ({ language: "es" }) });

/** A folder whose snapshot is a hard link of another's. */
function linkTo(from: string, name: string): void {
  mkdirSync(folderOf(name));
  linkSync(join(folderOf(from), "search-index.snapshot"), join(folderOf(name), "search-index.snapshot"));
}

async function stored(name: string): Promise<void> {
  const index = open(name);
  await put(index, [item(1, { title: "celular rojo" }), item(2, { title: "silla", siteId: "MLB" })]);
  await index.save();
  await index.close();
}

test("indexes on one snapshot see their own changes only", async () => {
  await stored("template");
  for (const name of ["a", "b"]) linkTo("template", name);
  const [a, b] = [open("a"), open("b")];
  await put(a, [item(3, { title: "celular azul" })]);
  await b.apply({ put: [], remove: [1], cursor: "later" });
  expect(await numbersFor(a, "celular")).toEqual(expect.arrayContaining([1, 3]));
  expect(await numbersFor(b, "celular")).toEqual([]);
  expect(await numbersFor(b, "silla", "MLB")).toEqual([2]);
  const c = open("template");
  expect(await numbersFor(c, "celular")).toEqual([1]);
  for (const index of [a, b, c]) await index.close();
});

test("what an index saves is read by the next one on its folder, and by no other", async () => {
  await stored("template");
  linkTo("template", "a");
  const [a, template] = [open("a"), open("template")];
  await put(a, [item(3, { title: "celular azul" })]);
  await a.save();
  const again = open("a");
  expect(await numbersFor(again, "azul")).toEqual([3]);
  expect(await numbersFor(template, "azul")).toEqual([]);
  for (const index of [a, template, again]) await index.close();
});

test("the last reader changes what it read, and later readers read the file again", async () => {
  await stored("template");
  const [a, b] = [open("template"), open("template")];
  await b.close();
  await put(a, [item(3, { title: "celular azul" })]);
  const later = open("template");
  expect(await numbersFor(a, "azul")).toEqual([3]);
  expect(await numbersFor(later, "azul")).toEqual([]);
  for (const index of [a, later]) await index.close();
});

test("an item that moves to another site leaves the shared one to the others", async () => {
  await stored("template");
  const [a, b] = [open("template"), open("template")];
  await put(a, [item(1, { title: "celular rojo", siteId: "MLB" })]);
  expect(await numbersFor(a, "celular")).toEqual([]);
  expect(await numbersFor(a, "celular", "MLB")).toEqual([1]);
  expect(await numbersFor(b, "celular")).toEqual([1]);
  for (const index of [a, b]) await index.close();
});
