import { afterEach, beforeEach, expect, test } from "vitest";
import { item, numbersFor, put } from "../conformance/items.ts";
import { SearchIndexMoved } from "./errors.ts";
import type { OpenSearchIndex } from "./opensearch-index.ts";
import { newPrefix, openIndex, optionsFor, removeIndices, requests } from "./server.fixture.ts";

let prefix: string;
let first: OpenSearchIndex;
let second: OpenSearchIndex;
beforeEach(async () => {
  prefix = newPrefix();
  first = await openIndex(optionsFor(prefix));
  second = await openIndex(optionsFor(prefix));
});
afterEach(async () => {
  await first.close();
  await second.close();
  await removeIndices(prefix);
});

test("what one process applies, all find, and a process that takes over continues from its cursor", async () => {
  await put(first, [item(1, { title: "mesa" })]);
  await first.apply({ put: [], remove: [], cursor: "17" });
  expect(await numbersFor(second, "mesa")).toEqual([1]);
  expect(second.cursor()).toBeUndefined();
  await second.reload();
  expect(second.cursor()).toBe("17");
  expect(second.health().items).toBe(1);
  await second.apply({ put: [item(2, { title: "mesa" })], remove: [1], cursor: "18" });
  expect(await numbersFor(first, "mesa")).toEqual([2]);
});

test("a process that was taken over overwrites nothing, and learns the cursor from which to read again", async () => {
  await put(first, [item(1, { title: "mesa vieja" })]);
  await second.apply({ put: [item(1, { title: "mesa nueva" })], remove: [], cursor: "20" });
  const late = first.apply({ put: [item(1, { title: "mesa vieja" })], remove: [], cursor: "19" });
  await expect(late).rejects.toThrow(SearchIndexMoved);
  expect(await numbersFor(second, "nueva")).toEqual([1]);
  expect(first.cursor()).toBe("20");
  await first.apply({ put: [item(1, { title: "mesa de pino" })], remove: [], cursor: "21" });
  expect(await numbersFor(second, "pino")).toEqual([1]);
});

test("the cursor of a process that was taken over is not stored", async () => {
  await first.apply({ put: [], remove: [], cursor: "1" });
  await second.apply({ put: [], remove: [], cursor: "2" });
  await expect(first.apply({ put: [], remove: [], cursor: "1" })).rejects.toThrow(SearchIndexMoved);
  expect(first.cursor()).toBe("2");
});

test("changes of any process reach the version that is being filled", async () => {
  await put(first, [item(1, { title: "mesa" }), item(3, { title: "mesa" })]);
  let turns = 0;
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    const result = await work();
    turns += 1;
    // Looking, beginning and ending: between the last two the documents are copied.
    if (turns === 2) {
      await second.reload();
      await second.apply({ put: [item(2, { title: "mesa" })], remove: [3], cursor: "2" });
    }
    return result;
  };
  expect(await first.reindex({ force: true, inTurn })).toEqual(["MLA"]);
  expect(await numbersFor(first, "mesa")).toEqual([2, 1]);
  expect(first.cursor()).toBe("2");
  await second.reload();
  await second.apply({ put: [item(4, { title: "mesa" })], remove: [1], cursor: "3" });
  expect(await numbersFor(first, "mesa")).toEqual([4, 2]);
});

test("a copy that another one took the place of is not switched to", async () => {
  await put(first, [item(1, { title: "mesa" })]);
  let turns = 0;
  const late = first.reindex({
    force: true,
    async inTurn(work) {
      const result = await work();
      turns += 1;
      if (turns === 2) await second.reindex({ force: true });
      return result;
    },
  });
  await expect(late).rejects.toThrow();
  expect(await numbersFor(first, "mesa")).toEqual([1]);
  await first.reload();
  await first.apply({ put: [item(2, { title: "mesa" })], remove: [], cursor: "2" });
  expect(await numbersFor(second, "mesa")).toEqual([2, 1]);
});

test("an index that the server lost is built again from nothing", async () => {
  await put(first, [item(1, { title: "mesa" })]);
  const server = requests();
  for (const name of ["mla-1", "state"]) await server.call({ method: "DELETE", path: `/${prefix}-${name}` });
  await server.close();
  expect(await numbersFor(first, "mesa")).toEqual([]);
  await expect(put(first, [item(2, { title: "mesa" })])).rejects.toThrow(SearchIndexMoved);
  expect(first.cursor()).toBeUndefined();
  expect(first.health().items).toBe(0);
  await put(first, [item(1, { title: "mesa" }), item(2, { title: "mesa" })]);
  expect(await numbersFor(first, "mesa")).toEqual([2, 1]);
});

test("an index that lost the items of one site is built again, too", async () => {
  await put(first, [item(1, { title: "mesa" }), item(2, { title: "mesa", siteId: "MLB" })]);
  const server = requests();
  await server.call({ method: "DELETE", path: `/${prefix}-mla-1` });
  await server.close();
  await expect(put(first, [item(3, { title: "mesa" })])).rejects.toThrow(SearchIndexMoved);
  expect(first.cursor()).toBeUndefined();
  await second.reload();
  expect(second.cursor()).toBeUndefined();
  await put(second, [item(1, { title: "mesa" })]);
  expect(await numbersFor(first, "mesa")).toEqual([1]);
});
