import fc from "fast-check";
import { expect, test } from "vitest";
import { castVotes, ScoreBoard } from "./top-k.ts";

test("the best titles come first, however many were scored, and of equals the one added first", () => {
  const scored = fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 40 });
  fc.assert(
    fc.property(scored, fc.integer({ min: 1, max: 8 }), (scores, count) => {
      const board = new ScoreBoard(scores.length);
      for (const [title, score] of scores.entries()) board.add(title, score);
      const expected = scores.map((score, title) => ({ title, score })).sort((a, b) => b.score - a.score);
      expect(board.takeBest(count)).toEqual(expected.slice(0, count));
    }),
  );
});

test("points of one title add up, and a reading leaves nothing behind", () => {
  const board = new ScoreBoard(3);
  board.add(2, 1);
  board.add(0, 1.5);
  board.add(2, 1);
  expect(board.takeBest(1)).toEqual([{ title: 2, score: 2 }]);
  expect(board.takeBest(3)).toEqual([]);
  board.add(0, 1);
  expect(board.takeBest(3)).toEqual([{ title: 0, score: 1 }]);
});

test("votes weigh as much as said together, and the nearer titles' more", () => {
  const scores = Float64Array.of(1, 0, 0);
  const best = [
    { title: 0, score: 4 },
    { title: 1, score: 2 },
    { title: 2, score: 2 },
  ];
  castVotes(best, Uint16Array.of(1, 2, 0), { weight: 0.6, power: 1 }, scores);
  expect([...scores]).toEqual([1.15, 0.3, 0.15].map((score) => expect.closeTo(score, 6)));
});

test("nobody to vote leaves the scores as they are", () => {
  const scores = Float64Array.of(1, 2);
  castVotes([], Uint16Array.of(), { weight: 0.6, power: 8 }, scores);
  expect([...scores]).toEqual([1, 2]);
});
