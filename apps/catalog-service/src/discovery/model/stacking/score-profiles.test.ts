import { expect, test } from "vitest";
import { Profile } from "./score-profiles.ts";

const profileOf = (...scores: number[]): Profile => new Profile().fill(scores);

test("a profile orders categories by score, with exponential strengths of norm 1", () => {
  const { categories, strengths, length } = profileOf(-1, 1, 0, 1);
  expect([...categories.subarray(0, length)]).toEqual([1, 3, 2, 0]);
  const raw = [1, 1, Math.exp(-1), Math.exp(-2)];
  const norm = Math.hypot(...raw);
  expect([...strengths.subarray(0, length)]).toEqual(
    raw.map((strength) => expect.closeTo(strength / norm, 6)),
  );
});

test("a profile keeps the 32 best categories and nothing of the previous title", () => {
  const profile = profileOf(...Array.from({ length: 300 }, (_, category) => (category * 7) % 300));
  expect(profile.length).toBe(32);
  const strongest = Array.from({ length: 32 }, (_, i) => 299 - i);
  expect([...profile.categories].map((category) => (category * 7) % 300)).toEqual(strongest);
  profile.fill([0, 2]);
  expect([...profile.categories.subarray(0, profile.length)]).toEqual([1, 0]);
});
