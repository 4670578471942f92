import { afterEach, beforeEach, expect, test } from "vitest";
import { item, numbersFor, put } from "../conformance/items.ts";
import { SearchIndexMoved } from "./errors.ts";
import type { OpenSearchIndex } from "./opensearch-index.ts";
import { newPrefix, openIndex, removeIndices, requests } from "./server.fixture.ts";

let prefix: string;
let first: OpenSearchIndex;
let second: OpenSearchIndex;
beforeEach(async () => {
  prefix = newPrefix();
  first = await openIndex(prefix);
  second = await openIndex(prefix);
});
afterEach(async () => {
  await first.close();
  await second.close();
  await removeIndices(prefix);
});

test("what one process applies, all find, and who takes over continues from its cursor", async () => {
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

test("a process that was taken over overwrites nothing, and learns the cursor from which to read anew", async () => {
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

test("a process that was taken over does not switch to a version that it filled", async () => {
  await put(first, [item(1, { title: "mesa" })]);
  const reindexing = first.reindex({ force: true });
  // Before the copy can have ended: its first request is under way.
  await second.apply({ put: [item(2, { title: "mesa" })], remove: [], cursor: "2" });
  await reindexing.catch((error: unknown) => expect(error).toBeInstanceOf(SearchIndexMoved));
  expect(await numbersFor(first, "mesa")).toEqual([2, 1]);
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
