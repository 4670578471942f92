#!/usr/bin/env node
// Part of `pnpm lint`: a file of an app says its role by its suffix (ARCHITECTURE.md, File names).
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname } from "node:path";

const role =
  /\.(?:resource|schema|service|policy|rules|transitions|record|repo|sql|job|problems|fixture|command|child|help)\.ts$/;
/** A folder with a file of such a role belongs to a resource; one without is a library. */
const ofResource = /\.(?:resource|schema|service|policy|rules|transitions|record|repo|sql|job)\.ts$/;
/** The same in every service. */
const fixed = /^(?:adopt|app|config|deps|index|jobs|kit|main|problems|resources|rpc|seed|seed-recorded)\.ts$/;

/** What is wrong with the files of apps, a line each. `files` are paths below the repository. */
export function problemsOf(files: readonly string[], read: (file: string) => string): string[] {
  const sources = files.filter(
    (file) => /^apps\/(?!console\/)[^/]+\/src\/./.test(file) && !file.endsWith(".test.ts"),
  );
  const folders = new Set(sources.filter((file) => ofResource.test(file)).map((file) => dirname(file)));
  return sources.flatMap((file) => {
    const name = basename(file);
    const found: string[] = [];
    if (folders.has(dirname(file)) && !role.test(name) && !fixed.test(name))
      found.push(`${file}: no role in its name`);
    if (name.endsWith(".repo.ts") && !/export (?:const|function) create[A-Z]\w*Repo\b/.test(read(file)))
      found.push(`${file}: a repository is made by createXRepo`);
    if (!name.endsWith(".fixture.ts") && /\bpool\.query\b/.test(read(file)))
      found.push(`${file}: SQL goes through query, queryUnprepared or execute of the database`);
    return found;
  });
}

if (import.meta.main) {
  const files = execFileSync("git", ["ls-files", "-z", "apps/*.ts"], { encoding: "utf8" }).split("\0");
  const present = files.filter((file) => existsSync(file));
  const problems = problemsOf(present, (file) => readFileSync(file, "utf8"));
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  if (problems.length > 0) process.exitCode = 1;
}
