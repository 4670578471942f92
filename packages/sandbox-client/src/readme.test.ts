import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8");

it("the README's example is the file that the acceptance suite runs, in ten lines", () => {
  const [, shown = ""] = /```ts\n([\s\S]*?)```/.exec(read("../README.md")) ?? [];
  expect(shown).toBe(read("../example/worlds.ts"));
  expect(shown.trim().split("\n").length).toBeLessThanOrEqual(10);
});
