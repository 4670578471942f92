import { editDistance } from "@marketplace/conventions";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { priceFacets, stepsOf } from "./price-facets.rules.ts";
import { parsePrice } from "./search-query.schema.ts";
import { closeWords, swapped } from "./spelling.repo.ts";

describe("a price range", () => {
  it.each([
    ["100-500", { from: 100, to: 500 }],
    ["*-500.5", { from: undefined, to: 500.5 }],
    ["0-*", { from: 0, to: undefined }],
    ["*-*", { from: undefined, to: undefined }],
  ])("reads %s", (text, range) => {
    expect(parsePrice(text)).toEqual(range);
  });

  it.each(["", "100", "-5-5", "5-1", "a-b", "1--2", "1-2-3", "1e3-2", "１-２"])("refuses %j", (text) => {
    expect(parsePrice(text)).toBeUndefined();
  });
});

describe("the edit distance", () => {
  it.each([
    ["samsung", "samsung", 0],
    ["samsung", "smasung", 1],
    ["celular", "celula", 1],
    ["iphone", "ifone", 2],
    ["mate", "matera", 2],
  ])("%s and %s are %i apart", (a, b, distance) => {
    expect(editDistance(a, b, 3)).toBe(distance);
  });

  it("is symmetric and at most the length of the longer word", () => {
    const word = fc.string({ maxLength: 12 });
    fc.assert(
      fc.property(word, word, (a, b) => {
        const distance = editDistance(a, b, 50);
        expect(editDistance(b, a, 50)).toBe(distance);
        expect(distance).toBeLessThanOrEqual(Math.max(a.length, b.length));
        expect(distance === 0).toBe(a === b);
      }),
    );
  });

  it("is not counted beyond the limit", () => {
    expect(editDistance("celular", "heladera", 2)).toBe(3);
  });
});

describe("corrections of a word", () => {
  const close = (word: string, candidates: string[]) =>
    closeWords(word, candidates).map(({ word, edits }) => `${edits} ${word}`);

  it("are close to it, the closest first, and never the word itself", () => {
    expect(close("heladra", ["helado", "escalera", "heladra", "heladera"])).toEqual([
      "1 heladera",
      "2 helado",
    ]);
    expect(close("mota", ["moto", "nota", "mochila"])).toEqual(["1 moto", "1 nota"]);
    expect(close("auto", ["moto", "perro"])).toEqual([]);
  });

  it("do not exist for very short words", () => {
    expect(close("tv", ["tu"])).toEqual([]);
  });

  it("have the same digits", () => {
    expect(close("9000mah", ["5000mah", "9000mha", "900mah"])).toEqual(["1 9000mha"]);
  });

  it("may be the word with two adjacent letters swapped", () => {
    expect(swapped("snoy")).toEqual(["nsoy", "sony", "snyo"]);
    expect(swapped("x")).toEqual([]);
  });
});

describe("ranges of prices", () => {
  const step = (upTo: number, n: number) => ({ upTo, n });

  it("have about a third of the listings each, and no listing twice", () => {
    expect(priceFacets([step(30, 4), step(10, 3), step(20, 5)])).toEqual([
      { from: undefined, to: 20, results: 8 },
      { from: 20.01, to: undefined, results: 4 },
    ]);
    expect(priceFacets([step(10, 3), step(20, 3), step(30, 1), step(40, 2)])).toEqual([
      { from: undefined, to: 10, results: 3 },
      { from: 10.01, to: 20, results: 3 },
      { from: 20.01, to: undefined, results: 3 },
    ]);
  });

  it("never separate equal prices", () => {
    expect(priceFacets(stepsOf([5, 5, 5, 5, 7]))).toEqual([
      { from: undefined, to: 5, results: 4 },
      { from: 5.01, to: undefined, results: 1 },
    ]);
  });

  it("are one when all prices are equal, and none without prices", () => {
    expect(priceFacets([step(500, 7)])).toEqual([{ from: undefined, to: 500, results: 7 }]);
    expect(priceFacets([])).toEqual([]);
  });

  it("count every listing once", () => {
    const steps = fc.uniqueArray(fc.integer({ min: 1, max: 1e9 }), { minLength: 1 });
    fc.assert(
      fc.property(steps, (bounds) => {
        const parts = priceFacets(bounds.map((upTo, index) => step(upTo, index + 1)));
        expect(parts.length).toBeLessThanOrEqual(3);
        expect(parts.reduce((sum, { results }) => sum + results, 0)).toBe(
          (bounds.length * (bounds.length + 1)) / 2,
        );
      }),
    );
  });
});
