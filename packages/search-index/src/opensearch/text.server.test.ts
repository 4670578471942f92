import { afterEach, beforeEach, expect, test } from "vitest";
import { item, numbersFor, put, titled } from "../conformance/items.ts";
import type { OpenSearchIndex } from "./opensearch-index.ts";
import { newPrefix, openIndex, optionsFor, removeIndices } from "./server.fixture.ts";

let prefix: string;
let index: OpenSearchIndex;
beforeEach(async () => {
  prefix = newPrefix();
  index = await openIndex(optionsFor(prefix));
});
afterEach(async () => {
  await index.close();
  await removeIndices(prefix);
});

test("the longest text, with three corrections for each word, is within what a query may have", async () => {
  const stems = Array.from("abcdefghijklmnop", (letter) => `${letter}${letter}rtl${letter}n`);
  const ending = (letter: string) => stems.map((stem) => stem + letter);
  await put(index, [
    ...["a", "e", "o"].map((letter, at) => item(at + 1, { title: ending(letter).join(" ") })),
    item(4, { title: ending("a").slice(0, 9).join(" ") }),
    item(5, { title: ending("a").slice(0, 7).join(" ") }),
  ]);
  expect(await numbersFor(index, ending("u").join(" "))).toHaveLength(3);
  await index.apply({ put: [], remove: [2, 3], cursor: "2" });
  expect(await numbersFor(index, ending("u").join(" "))).toEqual([1, 4]);
});

test("numbers that are neighbors are not one number", async () => {
  await put(index, titled("memoria 12 8 gb", "memoria 128 gb", "cable usb c"));
  expect(await numbersFor(index, "128")).toEqual([2]);
  expect(await numbersFor(index, "usbc")).toEqual([3]);
});

test("letters that are written in several ways are the same", async () => {
  await put(index, titled("ﬁltro de cafe\u0301", "TELÉFONO ＡＢＣ"));
  expect(await numbersFor(index, "filtro café")).toEqual([1]);
  expect(await numbersFor(index, "telefono abc")).toEqual([2]);
});

test("an item that has the word in its title ranks before items that have it elsewhere", async () => {
  const fields = { title: "soporte", brandAndModel: "", attributes: "", category: "" };
  await put(index, [
    item(1, { title: "bicicleta" }),
    { ...item(2), fields: { ...fields, brandAndModel: "bicicleta" } },
    { ...item(3), fields: { ...fields, category: "bicicleta" } },
    { ...item(4), fields: { ...fields, attributes: "bicicleta" } },
  ]);
  expect(await numbersFor(index, "bicicleta")).toEqual([1, 2, 3, 4]);
});
