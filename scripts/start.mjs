#!/usr/bin/env node
// `pnpm start [--split]`: builds what changed, then becomes the product, so that signals reach it directly.
import { fileURLToPath } from "node:url";
import { findLauncher } from "../apps/marketplace/src/boot/launcher.ts";
import { builtApp } from "./built-app.mjs";

// Look for the launcher before the build: it may have ended by the end of the build.
process.env.MARKETPLACE_LAUNCHER = findLauncher() ?? "";
const bundle = builtApp("main", { everything: process.argv.includes("--split") });
// glibc reads this setting only at the start of a process, so that another process replaces this one.
if (process.execve && process.platform !== "win32") {
  const env = { MALLOC_TRIM_THRESHOLD_: "131072", ...process.env };
  const command = [process.execPath, ...process.execArgv, fileURLToPath(bundle), ...process.argv.slice(2)];
  process.execve(process.execPath, command, env);
} else {
  await import(bundle);
}
