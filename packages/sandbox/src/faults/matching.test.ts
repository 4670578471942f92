import { expect, it } from "vitest";
import { pathPattern } from "./matching.ts";

it.each<[pattern: string, matches: string[], others: string[]]>([
  ["/items/*", ["/items/MLA1", "/items/MLA1/"], ["/items", "/items/", "/items/MLA1/description"]],
  ["/users/{id}/items", ["/users/7/items"], ["/users//items", "/users/7/8/items"]],
  ["/items/MLA*", ["/items/MLA1"], ["/items/MLB1", "/items/MLA"]],
  [
    "/questions/**",
    ["/questions", "/questions/", "/questions/1", "/questions/1/answers"],
    ["/question", "/questionsx"],
  ],
  ["/**/answers", ["/questions/1/answers", "//answers"], ["/answers", "/questions/1"]],
  ["/**", ["", "/", "/a/b"], ["a"]],
  ["/a.b", ["/a.b"], ["/axb"]],
])("%s stands for %j and not for %j", (pattern, matches, others) => {
  const fits = pathPattern(pattern);
  expect(matches.filter((path) => !fits(path))).toEqual([]);
  expect(others.filter(fits)).toEqual([]);
});

it("many wildcards are matched with a long path in one pass", () => {
  expect(pathPattern(`${"/**".repeat(160)}x`)("/a".repeat(4_000))).toBe(false);
});

it("no more of a long path is looked at than it takes to tell that it differs", () => {
  const patterns = Array.from({ length: 1_000 }, (_, i) => pathPattern(`/${i}/${"a".repeat(500)}`));
  const path = `/x${"/a".repeat(8_000)}`;
  expect(patterns.filter((fits) => fits(path))).toEqual([]);
});
