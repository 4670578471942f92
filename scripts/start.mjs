#!/usr/bin/env node
// `pnpm start [--split]`: builds what changed, then becomes the product, so that signals reach it directly.
import { fileURLToPath } from "node:url";
import { findLauncher } from "../apps/marketplace/src/boot/launcher.ts";
import { builtApp } from "./built-app.mjs";

// Before the build: whoever has ended by its end is no longer to be found.
process.env.MARKETPLACE_LAUNCHER = findLauncher() ?? "";
const bundle = builtApp("main", { everything: process.argv.includes("--split") });
// glibc gives freed memory back only when told so before a process begins: another one takes this one's place.
if (process.execve && process.platform !== "win32") {
  const env = { MALLOC_TRIM_THRESHOLD_: "131072", ...process.env };
  const command = [process.execPath, ...process.execArgv, fileURLToPath(bundle), ...process.argv.slice(2)];
  process.execve(process.execPath, command, env);
} else {
  await import(bundle);
}
