#!/usr/bin/env node
// Part of `pnpm lint`: checks length and words of comments (CONTRIBUTING.md). Biome formats code only.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

const columns = 110;
const comment = /^\s*(?:\/\/|\/\*|\*)/;
/** Avoided words with their replacement. */
const avoided = [
  [/\b(?:he|him|his|himself)\b/i, "they"],
  [/\bwhoever\b|\bwhatever is\b/i, "name the role or the thing"],
  [/\bin (?:its|their|his) own words\b|\bthe usual way\b/i, "say which"],
  [/\bmisshapen\b/i, "invalid"],
  [/\bvouch(?:es|ed|ing)?\b/i, "sign, issue"],
  [/\bfast lane\b|\bkept answers?\b|\bshel(?:f|ves)\b/i, "response cache"],
  [/\bcouriers?\b/i, "dispatcher"],
  [
    /(?:behavi|neighb|col|hon|fav)our|(?:recogn|initial|serial|normal|summar|optim|author|organ)is(?:e|ing|ation)/i,
    "American spelling",
  ],
];

const files = execFileSync("git", ["ls-files", "-z", "*.ts", "*.mjs", "*.mts"], { encoding: "utf8" }).split(
  "\0",
);
const problems = files
  .filter((file) => file !== "" && existsSync(file) && file !== "scripts/check-prose.mjs")
  .flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      .flatMap((line, index) => problemsOf(line).map((problem) => `${file}:${index + 1} ${problem}`)),
  );

/** @param {string} line */
function problemsOf(line) {
  if (!comment.test(line)) return [];
  const words = avoided.flatMap(([pattern, instead]) => {
    const found = pattern.exec(line)?.[0];
    return found ? [`"${found}" in a comment (${instead})`] : [];
  });
  const tooLong = line.length > columns && !/https?:\/\/\S{60}/.test(line);
  return tooLong ? [...words, `comment of ${line.length} columns, ${columns} at most`] : words;
}

for (const problem of problems) process.stderr.write(`${problem}\n`);
if (problems.length > 0) {
  process.stderr.write(`${problems.length} comments to change\n`);
  process.exitCode = 1;
}
