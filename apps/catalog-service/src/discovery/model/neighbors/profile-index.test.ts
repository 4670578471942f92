import { expect, test } from "vitest";
import { ProfileIndex } from "./profile-index.ts";
import { noProfiles, Profile, ProfileCollector } from "./profiles.ts";

function profileOf(...scores: number[]): Profile {
  const profile = new Profile();
  profile.fill(scores);
  return profile;
}

/** The scores after the votes of titles, each known by its label and what was believed of it. */
function voted(titles: [label: number, scores: number[]][], scores: number[]): number[] {
  const collector = new ProfileCollector();
  for (const [label, believed] of titles) collector.add(label, profileOf(...believed));
  const after = Float64Array.from(scores);
  new ProfileIndex(collector.pack(), scores.length).addVotes(after);
  return [...after];
}

test("titles of which the same was believed vote for where they are, against what was believed", () => {
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

test("one question leaves nothing behind for the next", () => {
  const collector = new ProfileCollector();
  collector.add(0, profileOf(1, 0, -1));
  collector.add(2, profileOf(-1, 0, 1));
  const titles = collector.pack();
  const index = new ProfileIndex(titles, 3);
  index.addVotes(Float64Array.of(2, -2, -2));
  const again = Float64Array.of(-1, 0, 1);
  index.addVotes(again);
  const alone = Float64Array.of(-1, 0, 1);
  new ProfileIndex(titles, 3).addVotes(alone);
  expect(again).toEqual(alone);
});

test("without profiles nobody votes", () => {
  const scores = Float64Array.of(1, 2);
  new ProfileIndex(noProfiles(), 2).addVotes(scores);
  expect([...scores]).toEqual([1, 2]);
});
