import { describe, expect, it } from "vitest";
import { minus, shareOf, sumOf, times } from "./money.rules.ts";

describe("money", () => {
  it("is exact where sums of floats are not", () => {
    expect(sumOf(0.1, 0.2)).toBe(0.3);
    expect(minus(0.3, 0.1)).toBe(0.2);
    expect(times(1.1, 3)).toBe(3.3);
  });

  it("is shared by parts, rounded to cents", () => {
    expect(shareOf(10, 1, 3)).toBe(3.33);
    expect(shareOf(10, 2, 3)).toBe(6.67);
    expect(shareOf(10, 3, 3)).toBe(10);
    expect(shareOf(10, 0, 0)).toBe(10);
  });

  it("of a total of nothing has a share", () => {
    expect(shareOf(0, 1, 0)).toBe(0);
  });
});
