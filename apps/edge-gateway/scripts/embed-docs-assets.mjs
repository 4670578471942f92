#!/usr/bin/env node
// Writes src/generated/docs-assets.json: the compressed script and styles of the documentation page, so that
// the bundle needs no node_modules.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const manifest = createRequire(import.meta.url).resolve("swagger-ui-dist/package.json");
const packed = (file) =>
  gzipSync(readFileSync(join(dirname(manifest), file)), { level: 9 }).toString("base64");

const target = join(dirname(fileURLToPath(import.meta.url)), "..", "src", "generated", "docs-assets.json");
mkdirSync(dirname(target), { recursive: true });
const assets = { script: packed("swagger-ui-bundle.js"), style: packed("swagger-ui.css") };
writeFileSync(`${target}.${process.pid}`, JSON.stringify(assets));
renameSync(`${target}.${process.pid}`, target);
