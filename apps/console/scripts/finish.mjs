// Ends the build: compresses the assets beside themselves, prints their sizes, and fails when the first load
// is too large. What a page adds is loaded with it.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const maxKiB = 250;
const dist = new URL("../dist/", import.meta.url);

const sizes = new Map();
for (const name of readdirSync(new URL("assets/", dist))) {
  if (name.endsWith(".gz")) continue;
  const file = new URL(`assets/${name}`, dist);
  const packed = gzipSync(readFileSync(file), { level: 9 });
  sizes.set(`assets/${name}`, packed.length);
  writeFileSync(new URL(`assets/${name}.gz`, dist), packed);
}

const manifest = JSON.parse(readFileSync(new URL("manifest.json", dist), "utf8"));
/** The files that a chunk needs before it can run. */
function filesOf(key, seen = new Set()) {
  if (seen.has(key)) return [];
  seen.add(key);
  const { file, css = [], imports = [] } = manifest[key];
  return [file, ...css, ...imports.flatMap((other) => filesOf(other, seen))];
}
const kib = (files) => [...new Set(files)].reduce((sum, file) => sum + (sizes.get(file) ?? 0), 0) / 1024;

const entry = Object.keys(manifest).find((key) => manifest[key].isEntry);
const first = filesOf(entry);
const lines = Object.keys(manifest)
  .filter((key) => manifest[key].isDynamicEntry)
  .map((key) => [key, kib(filesOf(key).filter((file) => !first.includes(file)))]);
for (const [key, size] of [["first load", kib(first)], ...lines])
  console.log(`${size.toFixed(1).padStart(7)} KiB gzip  ${key}`);
if (kib(first) > maxKiB) {
  console.error(`The first load is to be ${maxKiB} KiB at most`);
  process.exitCode = 1;
}
