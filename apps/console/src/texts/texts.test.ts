import { globSync } from "node:fs";
import { describe, expect, it } from "vitest";

type Text = string | ((...values: unknown[]) => string);
type Dictionary = Record<"en" | "es" | "pt", Record<string, Text>>;

const folder = new URL("..", import.meta.url);
const files = globSync("**/*{-texts,common,api-words}.ts", { cwd: folder }).toSorted();

const isDictionary = (value: unknown): value is Dictionary =>
  typeof value === "object" && value !== null && "en" in value && "es" in value && "pt" in value;

/** What a text says when a number is filled in. */
const said = (text: Text | undefined, value: number): string =>
  typeof text === "function" ? text(value, value, value) : (text ?? "");
const withoutNumbers = (text: string): string => text.replaceAll(/\d/g, "");

const all = await Promise.all(
  files.map(async (file) => {
    const exported: Record<string, unknown> = await import(new URL(file, folder).href);
    return Object.values(exported).filter(isDictionary);
  }),
);
const texts = all.flat().flatMap((one) => Object.entries(one.en).map(([name, en]) => ({ name, en, one })));

it("finds the texts of the pages", () => expect(texts.length).toBeGreaterThan(300));

describe.each(["es", "pt"] as const)("in %s", (language) => {
  it("there are the same texts as in English, and none is empty", () => {
    for (const one of all.flat()) {
      expect(Object.keys(one[language]).toSorted()).toEqual(Object.keys(one.en).toSorted());
      expect(Object.values(one[language]).filter((text) => said(text, 1).trim() === "")).toEqual([]);
    }
  });

  it("what has a plural in English has one as well", () => {
    const hasPlural = (text: Text | undefined) =>
      withoutNumbers(said(text, 1)) !== withoutNumbers(said(text, 2));
    const without = texts.filter(({ name, en, one }) => hasPlural(en) && !hasPlural(one[language][name]));
    expect(without.map(({ name }) => name)).toEqual([]);
  });

  it("a large number is written as the language does where English groups its digits", () => {
    const grouped = texts.filter(({ en }) => said(en, 1_234_567).includes("1,234,567"));
    expect(grouped.length).toBeGreaterThan(10);
    for (const { name, one } of grouped)
      expect(said(one[language][name], 1_234_567), name).toContain("1.234.567");
  });
});
