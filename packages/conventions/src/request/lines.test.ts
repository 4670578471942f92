import { expect, test } from "vitest";
import { linesIn } from "./lines.ts";

const linesOf = async (chunks: readonly string[], maxBytes = 10) => {
  const lines: [number, string | undefined][] = [];
  const source = async function* () {
    for (const chunk of chunks) yield Buffer.from(chunk);
  };
  for await (const { number, bytes } of linesIn(source(), maxBytes)) lines.push([number, bytes?.toString()]);
  return lines;
};

test("a line may begin in one chunk and end in another, and the last one needs no newline", async () => {
  expect(await linesOf(["a", "b\nc", "\nd"])).toEqual([
    [1, "ab"],
    [2, "c"],
    [3, "d"],
  ]);
});

test("empty lines are left out and counted", async () => {
  expect(await linesOf(["\n \r\n\na\n", "\n"])).toEqual([[4, "a"]]);
});

test("a line may come byte by byte", async () => {
  const long = "0123456789".repeat(1_000);
  expect(await linesOf([..."a\n", ...long, ..."\nb"], 10_000)).toEqual([
    [1, "a"],
    [2, long],
    [3, "b"],
  ]);
});

test("a line over the limit has no bytes, and the next line is read", async () => {
  expect(await linesOf(["x".repeat(8), "xxx", "xxxxxxxxxxxxxxxx\nb\n", "x".repeat(10)])).toEqual([
    [1, undefined],
    [2, "b"],
    [3, "x".repeat(10)],
  ]);
});

test("blanks before a line and empty lines, however many, are held nowhere and count for no limit", async () => {
  const blanks = " \t\r".repeat(20);
  expect(await linesOf([blanks, `${blanks}a b \n`, blanks, `${blanks}\n`.repeat(1_000), "\n", "c"])).toEqual([
    [1, "a b "],
    [1_003, "c"],
  ]);
});
