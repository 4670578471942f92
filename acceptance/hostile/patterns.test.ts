import { glob, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parseSync, Visitor } from "oxc-parser";
import { checkSync } from "recheck";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

interface Pattern {
  source: string;
  flags: string;
  file: string;
}

/** Every regular expression written in a source file. */
function patternsIn(file: string, text: string): Pattern[] {
  const found: Pattern[] = [];
  const visitor = new Visitor({
    Literal(node) {
      if ("regex" in node) found.push({ source: node.regex.pattern, flags: node.regex.flags, file });
    },
  });
  visitor.visit(parseSync(file, text).program);
  return found;
}

/** Each once, with the last file that has it. */
async function everyPattern(): Promise<Pattern[]> {
  const sources = glob("{apps,packages}/*/src/**/*.ts", {
    cwd: root,
    exclude: (path) => /node_modules|generated|\.test\.ts$|\.fixture\.ts$/.test(String(path)),
  });
  const found = new Map<string, Pattern>();
  for await (const file of sources)
    for (const pattern of patternsIn(file, await readFile(`${root}/${file}`, "utf8")))
      found.set(`/${pattern.source}/${pattern.flags}`, pattern);
  return [...found.values()];
}

// The limits that count characters decide: on a busy machine those of time find fault with what is safe.
const untimed = { timeout: null, attackTimeout: null, incubationTimeout: null };

/** The checker does not support the flag `v`; our patterns use none of its additions to `u`. */
const verdict = ({ source, flags }: Pattern) => checkSync(source, flags.replace("v", "u"), untimed);

test("the checker knows a pattern that takes exponential time", () => {
  expect(checkSync("^(a+)+$", "")).toMatchObject({ status: "vulnerable" });
});

test("no regular expression of ours can be made to take long", async () => {
  const patterns = await everyPattern();
  expect(patterns.length).toBeGreaterThan(100);
  const judged = patterns.map((pattern) => ({ pattern, result: verdict(pattern) }));
  const bad = judged.filter(({ result }) => result.status === "vulnerable");
  const unknown = judged.filter(({ result }) => result.status === "unknown");
  process.stdout.write(`\nhostile: ${patterns.length} regular expressions, ${bad.length} vulnerable\n`);
  const named = [...bad, ...unknown].map(({ pattern, result }) => ({
    ...pattern,
    complexity: result.status === "vulnerable" ? result.complexity.summary : result.status,
  }));
  expect(named).toEqual([]);
}, 900_000);
