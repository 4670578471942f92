import fc from "fast-check";
import { expect, test } from "vitest";
import { addVotesOf, ScoreAccumulator } from "./top-k.ts";

test("the best titles come first, ties in order of addition", () => {
  const scored = fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 40 });
  fc.assert(
    fc.property(scored, fc.integer({ min: 1, max: 8 }), (scores, count) => {
      const board = new ScoreAccumulator(scores.length);
      for (const [title, score] of scores.entries()) board.add(title, score);
      const expected = scores.map((score, title) => ({ title, score })).sort((a, b) => b.score - a.score);
      expect(board.takeTop(count)).toEqual(expected.slice(0, count));
    }),
  );
});

test("points of a title add up, and reading resets them", () => {
  const board = new ScoreAccumulator(3);
  board.add(2, 1);
  board.add(0, 1.5);
  board.add(2, 1);
  expect(board.takeTop(1)).toEqual([{ title: 2, score: 2 }]);
  expect(board.takeTop(3)).toEqual([]);
  board.add(0, 1);
  expect(board.takeTop(3)).toEqual([{ title: 0, score: 1 }]);
});

test("votes sum to the total weight, and nearer titles have more", () => {
  const scores = Float64Array.of(1, 0, 0);
  const best = [
    { title: 0, score: 4 },
    { title: 1, score: 2 },
    { title: 2, score: 2 },
  ];
  addVotesOf(best, Uint16Array.of(1, 2, 0), { weight: 0.6, power: 1 }, scores);
  expect([...scores]).toEqual([1.15, 0.3, 0.15].map((score) => expect.closeTo(score, 6)));
});

test("without neighbors the scores do not change", () => {
  const scores = Float64Array.of(1, 2);
  addVotesOf([], Uint16Array.of(), { weight: 0.6, power: 8 }, scores);
  expect([...scores]).toEqual([1, 2]);
});
