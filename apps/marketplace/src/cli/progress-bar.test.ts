import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { progressBar } from "./progress-bar.ts";

test("on a pipe a phase has a line at its beginning and one for each tenth", () => {
  const output = new PassThrough();
  const bar = progressBar(output);
  for (let done = 1; done <= 40; done++) bar.update({ phase: "MLA", done, total: 40 });
  bar.update({ phase: "MLB", done: 0, total: 0 });
  bar.end();
  const lines = [1, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40].map((done) => `MLA ${done}/40`);
  expect(String(output.read())).toBe(`${[...lines, "MLB 0/0"].join("\n")}\n`);
});

test("on a terminal it redraws one line", () => {
  const output = Object.assign(new PassThrough(), { isTTY: true });
  const bar = progressBar(output);
  bar.update({ phase: "stored", done: 1, total: 2 });
  bar.update({ phase: "stored", done: 2, total: 2 });
  bar.end();
  bar.end();
  expect(String(output.read())).toMatch(/^\r\S+ +50 % stored +1\/2\r\S+ 100 % stored +2\/2\n$/);
});
