#!/usr/bin/env node
// Part of `pnpm lint`: a file of a resource folder says its role by its suffix (ARCHITECTURE.md, File names).
import { execFileSync } from "node:child_process";
import { basename, dirname } from "node:path";

const roles =
  /\.(?:resource|schema|service|policy|rules|transitions|record|repo|sql|job|problems|fixture|command|child)\.ts$/;
/** The same in every service. */
const fixed = /^(?:app|config|deps|index|jobs|kit|main|problems|resources|rpc|seed)\.ts$/;

const files = execFileSync("git", ["ls-files", "-z", "apps/*.ts"], { encoding: "utf8" }).split("\0");
const sources = files.filter((file) => /^apps\/[^/]+\/src\/./.test(file) && !file.endsWith(".test.ts"));
const resourceFolders = new Set(
  sources.filter((file) => file.endsWith(".resource.ts")).map((file) => dirname(file)),
);
const problems = sources.filter((file) => {
  const name = basename(file);
  return resourceFolders.has(dirname(file)) && !roles.test(name) && !fixed.test(name);
});

for (const file of problems) process.stderr.write(`${file}: no role in its name\n`);
if (problems.length > 0) process.exitCode = 1;
