#!/usr/bin/env node
// Writes src/generated/documentation.json: the pages of docs/ and the README, so that the bundle needs none
// of these files.
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const own = dirname(fileURLToPath(import.meta.url));
const root = join(own, "../../..");
// In an image's build the README is left out.
const isThere = (file) => existsSync(join(root, file));
const docs = globSync("docs/{*,areas/*,start/*}.md", { cwd: root }).toSorted();
const files = ["README.md", ...docs].filter(isThere);
const pages = files.map((file) => ({
  name: file.replace(/^docs\/|\.md$/g, "").toLowerCase(),
  file,
  text: readFileSync(join(root, file), "utf8"),
}));

const target = join(own, "..", "src", "generated", "documentation.json");
mkdirSync(dirname(target), { recursive: true });
writeFileSync(`${target}.${process.pid}`, JSON.stringify(pages));
renameSync(`${target}.${process.pid}`, target);
