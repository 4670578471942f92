#!/usr/bin/env node
// Copies the bundle of apps/marketplace, the console and the guide to dist/, without source maps.
import { spawnSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const built = (app) => fileURLToPath(new URL(`../../../apps/${app}/dist`, import.meta.url));
const dist = fileURLToPath(new URL("../dist", import.meta.url));
const copy = (from, to) => cpSync(from, to, { recursive: true, filter: (path) => !path.endsWith(".map") });

rmSync(dist, { recursive: true, force: true });
copy(built("marketplace"), dist);
// The gateway looks for console and guide beside the bundle.
copy(built("console"), join(dist, "console"));
const docs = fileURLToPath(new URL("../../../docs", import.meta.url));
const vitepress = join(docs, "node_modules/vitepress/bin/vitepress.js");
const { status } = spawnSync(process.execPath, [vitepress, "build"], {
  cwd: docs,
  stdio: ["ignore", "ignore", "inherit"],
});
if (status !== 0) throw new Error("the guide cannot be built");
copy(join(docs, "dist"), join(dist, "guide"));
const files = readdirSync(dist, { recursive: true, encoding: "utf8" })
  .map((name) => join(dist, name))
  .filter((path) => statSync(path).isFile());
for (const path of files.filter((name) => name.endsWith(".js")))
  writeFileSync(path, readFileSync(path, "utf8").replace(/\n\/\/# sourceMappingURL=.*\s*$/, "\n"));

const bytes = files.reduce((sum, path) => sum + statSync(path).size, 0);
process.stdout.write(
  `unpacked   ${(bytes / 1e6).toFixed(1)} MB in ${files.length} files, without dependencies\n`,
);
