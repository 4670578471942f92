#!/usr/bin/env node
// `pnpm start [--split]`: builds what changed, then becomes the product, so that signals reach it directly.
import { fileURLToPath } from "node:url";
import { builtApp } from "./built-app.mjs";

const bundle = builtApp("main", { everything: process.argv.includes("--split") });
// glibc gives freed memory back only when told so before a process begins: another one takes this one's place.
if (process.execve && process.platform !== "win32") {
  const env = { MALLOC_TRIM_THRESHOLD_: "131072", ...process.env };
  const command = [process.execPath, ...process.execArgv, fileURLToPath(bundle), ...process.argv.slice(2)];
  process.execve(process.execPath, command, env);
} else {
  await import(bundle);
}
