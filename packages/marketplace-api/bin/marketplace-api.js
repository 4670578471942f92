#!/usr/bin/env node
// Old releases of Node cannot parse the product: they are told so here.
const [major, minor] = process.versions.node.split(".").map(Number);
if (major > 22 || (major === 22 && minor >= 12)) {
  await import("../dist/packaged.js");
} else {
  process.stderr.write(`marketplace-api needs Node 22.12 or newer, and this is ${process.version}\n`);
  process.exitCode = 1;
}
