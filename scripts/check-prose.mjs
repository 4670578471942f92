#!/usr/bin/env node
// Part of `pnpm lint`: checks length and words of comments, and words of documents, of titles of tests and of
// names in code (CONTRIBUTING.md). Biome formats code only.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

const columns = 110;
/** How comments begin, by the name of the file. */
const comments = [
  [/\.(?:ts|tsx|mts|mjs|js|css|prisma|go|java|php)$/, /^\s*(?:\/\/|\/\*|\*)/],
  [/\.(?:sh|py|ya?ml)$|Dockerfile$/, /^\s*#/],
  [/\.sql$/, /^\s*--/],
];
const title = /^\s*(?:it|test|describe)(?:\.\w+)*\(.*["'`]|^\s*"[^"]+",$/;
/** An address, or a command to copy, cannot be divided. */
const undivided = /https?:\/\/\S{60}|^\s*# {2,}\S/;
const spelling =
  /(?:behavi|neighb|col|hon|fav)our|(?:recogn|initial|serial|normal|summar|optim|author|organ)is(?:e|ing|ation)/i;
/** Avoided words with their replacement. */
const avoided = [
  [/\b(?:he|him|his|himself|she|hers|herself)\b/i, "they"],
  [/\bwhoever\b|\bwhatever is\b/i, "name the role or the thing"],
  [/\bin (?:its|their|his) own words\b|\bthe usual way\b|\bas ever\b/i, "say which"],
  [/\bmisshapen\b/i, "invalid"],
  [/\bvouch(?:es|ed|ing)?\b/i, "sign, issue"],
  [/\bfast lane\b|\bkept answers?\b|\bshel(?:f|ves)\b/i, "response cache"],
  [/\bcouriers?\b/i, "dispatcher"],
  [/\bgather(?:s|ed|er|ing)?\b/i, "batch of reads, fan-out to databases"],
  [/\banew\b|\blest\b/i, "again, so that not"],
  [/\bcatalogues?\b|\bmisspelt\b|\b(?:is|are|was|were|been?) cancelled\b/i, "American spelling"],
  [spelling, "American spelling"],
];
/** Migrations stay as they were applied. This file and the guide's tables name what is avoided. */
const excepted = /\/migrations\/\d|^scripts\/check-prose\.mjs$/;
const guideTable = (/** @type {string} */ file, /** @type {string} */ line) =>
  file === "CONTRIBUTING.md" && line.startsWith("|");

const files = execFileSync("git", ["ls-files", "-z"], { encoding: "utf8" })
  .split("\0")
  .filter((file) => file !== "" && existsSync(file) && !excepted.test(file));
const problems = files.flatMap((file) => {
  const isDocument = file.endsWith(".md");
  const comment = comments.find(([name]) => name?.test(file))?.[1];
  if (!isDocument && !comment) return [];
  return readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line, index) => {
      if (guideTable(file, line)) return [];
      const problems = comment?.test(line)
        ? [...wordsIn(line), ...lengthOf(line)]
        : isDocument || (/\.test\.ts$|\.browser\.ts$/.test(file) && title.test(line))
          ? wordsIn(line)
          : namesIn(line);
      return problems.map((problem) => `${file}:${index + 1} ${problem}`);
    });
});

/** @param {string} line */
function wordsIn(line) {
  return avoided.flatMap(([pattern, instead]) => {
    const found = pattern instanceof RegExp && pattern.exec(line)?.[0];
    return found ? [`"${found}" (${instead})`] : [];
  });
}

/** @param {string} line */
function lengthOf(line) {
  const tooLong = line.length > columns && !undivided.test(line);
  return tooLong ? [`comment of ${line.length} columns, ${columns} at most`] : [];
}

/** Strings may quote what others send. @param {string} line */
function namesIn(line) {
  const found = spelling.exec(line.replaceAll(/"[^"]*"|'[^']*'|`[^`]*`/g, ""))?.[0];
  return found ? [`"${found}" in a name (American spelling)`] : [];
}

for (const problem of problems) process.stderr.write(`${problem}\n`);
if (problems.length > 0) {
  process.stderr.write(`${problems.length} lines to change\n`);
  process.exitCode = 1;
}
