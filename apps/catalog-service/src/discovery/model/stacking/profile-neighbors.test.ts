import { expect, test } from "vitest";
import { ProfileNeighbors } from "./profile-neighbors.ts";
import { emptyProfiles, Profile, ProfileCollector } from "./score-profiles.ts";

const profileOf = (...scores: number[]): Profile => new Profile().fill(scores);

/** The scores after the votes of titles, which are given as label and out-of-fold scores. */
function voted(titles: [label: number, scores: number[]][], scores: number[]): number[] {
  const collector = new ProfileCollector();
  for (const [label, believed] of titles) collector.add(label, profileOf(...believed));
  const after = Float64Array.from(scores);
  new ProfileNeighbors(collector.pack(), scores.length).addVotes(after);
  return [...after];
}

test("titles with the same profile vote for their true category", () => {
  const believed = [0.5, 0.4, -1, -1];
  const elsewhere = [-1, -1, 0.5, 0.4];
  const titles: [number, number[]][] = [
    ...Array.from({ length: 10 }, (): [number, number[]] => [1, believed]),
    ...Array.from({ length: 10 }, (): [number, number[]] => [3, elsewhere]),
  ];
  expect(voted(titles, believed)).toEqual([0.5, 1.1, -1, -1].map((score) => expect.closeTo(score, 6)));
  expect(voted(titles, elsewhere)).toEqual([-1, -1, 0.5, 1.1].map((score) => expect.closeTo(score, 6)));
});

test("only the ten nearest vote", () => {
  const near = Array.from({ length: 10 }, (): [number, number[]] => [0, [1, 0, -1]]);
  const far = Array.from({ length: 50 }, (): [number, number[]] => [2, [0.5, 0, 0.4]]);
  const [first = 0, , third] = voted([...far, ...near], [1, 0, -1]);
  expect(first).toBeCloseTo(1.7, 6);
  expect(third).toBe(-1);
});

test("a query leaves no state behind", () => {
  const collector = new ProfileCollector();
  collector.add(0, profileOf(1, 0, -1));
  collector.add(2, profileOf(-1, 0, 1));
  const titles = collector.pack();
  const index = new ProfileNeighbors(titles, 3);
  index.addVotes(Float64Array.of(2, -2, -2));
  const again = Float64Array.of(-1, 0, 1);
  index.addVotes(again);
  const alone = Float64Array.of(-1, 0, 1);
  new ProfileNeighbors(titles, 3).addVotes(alone);
  expect(again).toEqual(alone);
});

test("without profiles the scores do not change", () => {
  const scores = Float64Array.of(1, 2);
  new ProfileNeighbors(emptyProfiles(), 2).addVotes(scores);
  expect([...scores]).toEqual([1, 2]);
});
