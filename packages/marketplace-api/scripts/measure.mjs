#!/usr/bin/env node
// Prints how long the built package takes until it is ready: on an empty folder, and on one with the demo.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("../bin/marketplace-api.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "marketplace-api-"));
try {
  process.stdout.write(`start      ${await secondsToReady()} s in an empty folder, `);
  process.stdout.write(`${await secondsToReady()} s again\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Starts it and stops it. Its banner comes when it is ready. */
async function secondsToReady() {
  const begun = performance.now();
  const env = { ...process.env, DATA_DIR: join(folder, "data"), PORT: "0", HOST: "127.0.0.1" };
  const child = spawn(process.execPath, [program, "start"], { env, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  child.stderr.on("data", (text) => (said += text));
  const ended = once(child, "exit");
  const first = await Promise.race([once(child.stdout, "data"), ended.then(() => undefined)]);
  if (first === undefined) throw new Error(`The package does not start:\n${said}`);
  const seconds = (performance.now() - begun) / 1_000;
  child.kill("SIGTERM");
  await ended;
  return seconds.toFixed(1);
}
