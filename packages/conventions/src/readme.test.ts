import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { notesApp, served } from "./testing.ts";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const blocks = (language: string): string[] =>
  [...readme.matchAll(/```(\w+)\n([\s\S]*?)```/g)].flatMap(([, name, text = ""]) =>
    name === language ? [text.trim()] : [],
  );
const linesAfter = (mark: string, block: string): string[] =>
  block
    .split("\n")
    .filter((line) => line.startsWith(mark))
    .map((line) => line.slice(mark.length));

/** Header lines, and the body put together from the lines that are none. */
function partsOf(lines: readonly string[]): { headers: [string, string][]; body: string } {
  const parsed = lines.map((line) => ({ line, match: /^([A-Za-z-]+): (.*)$/.exec(line) }));
  return {
    headers: parsed.flatMap(({ match }): [string, string][] =>
      match ? [[match[1] ?? "", match[2] ?? ""]] : [],
    ),
    body: parsed.map(({ line, match }) => (match ? "" : line)).join(""),
  };
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);

/** Three dots stand for what the reader need not see. */
const asPattern = (shown: string): RegExp => new RegExp(`^${shown.split("...").map(escaped).join("[^]*")}$`);

describe("the README", () => {
  it("shows the example as it stands in its files", () => {
    const files = ["notes", "app"].map((name) =>
      readFileSync(new URL(`./example/${name}.ts`, import.meta.url), "utf8"),
    );
    expect(blocks("ts").length).toBeGreaterThan(1);
    for (const block of blocks("ts")) expect(files.some((file) => file.includes(block))).toBe(true);
  });

  const { fetch } = served(notesApp());

  it.each(blocks("text").map((block) => ({ block, request: block.split("\n", 1)[0] })))(
    "shows what is answered to $request",
    async ({ block }) => {
      const [request = "", ...asked] = linesAfter("> ", block);
      const [status, ...answered] = linesAfter("< ", block);
      const [method, path = ""] = request.split(" ");
      const [sent, shown] = [partsOf(asked), partsOf(answered)];
      const body = sent.body === "" ? {} : { body: sent.body };
      const answer = await fetch(path, { method, headers: sent.headers, ...body });
      expect(String(answer.status)).toBe(status);
      for (const [name, value] of shown.headers)
        expect([name, answer.headers.get(name)]).toEqual([name, value]);
      expect(await answer.text()).toMatch(asPattern(shown.body));
    },
  );
});
