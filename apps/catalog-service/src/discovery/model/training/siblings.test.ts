import { expect, test } from "vitest";
import type { LabeledTitle } from "../features/training-set.ts";
import { maxSiblingTitles, siblingSets } from "./siblings.ts";
import { train } from "./train.ts";

/** In these titles "cromado" is equally frequent for lamps and taps. */
const own = titles({
  lamps: ["velador", "aplique", "farol", "velador farol", "aplique velador", "farol aplique"],
  others: ["tapa cromado", "soporte cromado", "marco cromado", "tapa marco", "soporte tapa", "marco soporte"],
  taps: ["grifo", "canilla", "ducha", "grifo ducha", "canilla grifo", "ducha canilla"],
});
/** In the sibling it occurs with words for taps, in a category with another id. */
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

function titles(byCategory: Record<string, string[]>): LabeledTitle[] {
  return Object.entries(byCategory).flatMap(([categoryId, names]) =>
    names.map((title) => ({ title, categoryId })),
  );
}

/** The score of taps minus the score of lamps. */
function lead(model: ReturnType<typeof train>, title: string): number {
  const scores = new Map(model.predict(title).map(({ categoryId, score }) => [categoryId, score]));
  return (scores.get("taps") ?? 0) - (scores.get("lamps") ?? 0);
}

test("a sibling teaches the meaning of a word", () => {
  const alone = lead(train(own), "cromado");
  const together = lead(train(own, { siblings: [sibling] }), "cromado");
  expect(together).toBeGreaterThan(alone + 0.05);
});

test("words of siblings are known, but categories are the site's own", () => {
  const stranger = { titles: titles({ pets: ["correa perro", "collar perro", "correa collar"] }) };
  const model = train(own, { siblings: [sibling, stranger] });
  expect(model.data.categoryIds).toEqual(["lamps", "others", "taps"]);
  expect(train(own).predict("correa perro")).toEqual([]);
  expect(model.predict("correa perro").map(({ categoryId }) => categoryId)).toHaveLength(3);
  expect(model.predict("bicicleta")).toEqual([]);
});

test("siblings share the limit of titles, and large ones are sampled", () => {
  const many = { titles: titles({ a: Array.from({ length: maxSiblingTitles }, (_, i) => `velador ${i}`) }) };
  expect(siblingSets([many, sibling]).map(({ titles }) => titles.length)).toEqual([
    maxSiblingTitles / 2,
    sibling.titles.length,
  ]);
});
