import { editDistance } from "@marketplace/conventions";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parsePrice } from "./search-query.schema.ts";

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
