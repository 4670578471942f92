import { expect, test } from "vitest";
import type { LabelledTitle } from "../features/training-set.ts";
import { mostSiblingTitles, siblingSets } from "./siblings.ts";
import { train } from "./train.ts";

/** Of these titles alone, "cromado" is neither for lamps nor for taps. */
const own = titles({
  lamps: ["velador", "aplique", "farol", "velador farol", "aplique velador", "farol aplique"],
  others: ["tapa cromado", "soporte cromado", "marco cromado", "tapa marco", "soporte tapa", "marco soporte"],
  taps: ["grifo", "canilla", "ducha", "grifo ducha", "canilla grifo", "ducha canilla"],
});
/** Elsewhere it comes with the words for taps, in a category that is called otherwise. */
const sibling = {
  titles: titles({
    bath: ["grifo cromado", "canilla cromado", "ducha cromado", "cromado ducha grifo"].flatMap((title) =>
      Array.from({ length: 10 }, () => title),
    ),
    light: ["velador", "farol", "aplique", "velador aplique"].flatMap((title) =>
      Array.from({ length: 10 }, () => title),
    ),
  }),
};

function titles(byCategory: Record<string, string[]>): LabelledTitle[] {
  return Object.entries(byCategory).flatMap(([categoryId, names]) =>
    names.map((title) => ({ title, categoryId })),
  );
}

/** By how much a title is rather a tap than a lamp. */
function lead(model: ReturnType<typeof train>, title: string): number {
  const scores = new Map(model.predict(title).map(({ categoryId, score }) => [categoryId, score]));
  return (scores.get("taps") ?? 0) - (scores.get("lamps") ?? 0);
}

test("what a word goes with elsewhere says what it means here", () => {
  const alone = lead(train(own), "cromado");
  const together = lead(train(own, { siblings: [sibling] }), "cromado");
  expect(together).toBeGreaterThan(alone + 0.05);
});

test("the words of siblings are known, and the categories stay the site's own", () => {
  const stranger = { titles: titles({ pets: ["correa perro", "collar perro", "correa collar"] }) };
  const model = train(own, { siblings: [sibling, stranger] });
  expect(model.data.categoryIds).toEqual(["lamps", "others", "taps"]);
  expect(train(own).predict("correa perro")).toEqual([]);
  expect(model.predict("correa perro").map(({ categoryId }) => categoryId)).toHaveLength(3);
  expect(model.predict("bicicleta")).toEqual([]);
});

test("siblings share the titles they may have, and the large ones are sampled", () => {
  const many = { titles: titles({ a: Array.from({ length: mostSiblingTitles }, (_, i) => `velador ${i}`) }) };
  expect(siblingSets([many, sibling]).map(({ titles }) => titles.length)).toEqual([
    mostSiblingTitles / 2,
    sibling.titles.length,
  ]);
});
