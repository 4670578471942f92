import { describe, expect, test } from "vitest";
import { homeRange, idRangeOf, siteOfId, siteOfItem } from "./id-ranges.ts";

describe("ranges of ids", () => {
  test.each(["AAA", "MLA", "MLB", "MLM", "ZZZ"])("%s is the site of its first and its last id", (site) => {
    const { first, last } = idRangeOf(site);
    expect([siteOfId(first), siteOfId(last), siteOfId(first - 1), siteOfId(last + 1)]).toEqual([
      site,
      site,
      site === "AAA" ? undefined : expect.not.stringMatching(site),
      site === "ZZZ" ? undefined : expect.not.stringMatching(site),
    ]);
    expect(Number.isSafeInteger(last)).toBe(true);
  });

  test("touch each other and begin where home's end", () => {
    expect(idRangeOf("AAA").first).toBe(homeRange.last + 1);
    expect(idRangeOf("MLB").first).toBe(idRangeOf("MLA").last + 1);
    expect(siteOfId(homeRange.last)).toBeUndefined();
    expect(siteOfId(Number.MAX_SAFE_INTEGER)).toBeUndefined();
  });

  test("what is no site has none", () => {
    expect(() => idRangeOf("mla")).toThrow("mla is no site");
    expect(["MLA12", "MLA", "ml12", "MLA1x"].map(siteOfItem)).toEqual([
      "MLA",
      undefined,
      undefined,
      undefined,
    ]);
  });
});
