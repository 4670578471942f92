#!/usr/bin/env node
// `pnpm start [--split]`: builds what changed, then becomes the product, so that signals reach it directly.
import { fileURLToPath } from "node:url";
import { readArguments, startUsage } from "../apps/marketplace/src/boot/arguments.ts";
import { findLauncher } from "../apps/marketplace/src/boot/launcher.ts";
import { builtApp } from "./built-app.mjs";

const shape = shapeOf(process.argv.slice(2));
// Look for the launcher before the build: it may have ended by the end of the build.
process.env.MARKETPLACE_LAUNCHER = findLauncher() ?? "";
const bundle = builtApp("main", { everything: shape.split });
// glibc reads this setting only at the start of a process, so that another process replaces this one.
if (process.execve && process.platform !== "win32") {
  const env = { MALLOC_TRIM_THRESHOLD_: "131072", ...process.env };
  const command = [process.execPath, ...process.execArgv, fileURLToPath(bundle), ...process.argv.slice(2)];
  process.execve(process.execPath, command, env);
} else {
  await import(bundle);
}

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
