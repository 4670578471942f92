#!/usr/bin/env node
// `pnpm start [--split]`: builds what changed, then becomes the product, so that signals reach it directly.
import { readArguments, startUsage } from "../apps/marketplace/src/boot/arguments.ts";
import { becomeProduct } from "../apps/marketplace/src/boot/become-product.ts";
import { findLauncher } from "../apps/marketplace/src/boot/launcher.ts";
import { builtApp } from "./built-app.mjs";

const shape = shapeOf(process.argv.slice(2));
// Look for the launcher before the build: it may have ended by the end of the build.
process.env.MARKETPLACE_LAUNCHER = findLauncher() ?? "";
await becomeProduct(builtApp("main", { everything: shape.split }), process.argv.slice(2));

/** What the words ask for. Help and mistakes need no build. */
function shapeOf(words) {
  try {
    const shape = readArguments(words);
    if (shape !== "help") return shape;
    process.stdout.write(startUsage);
    process.exit(0);
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
