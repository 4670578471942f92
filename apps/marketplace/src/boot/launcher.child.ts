import { openSync } from "node:fs";
import { findLauncher, watchLauncher } from "./launcher.ts";

// Started by launcher.test.ts below a process that looks like npx.
const launcher = findLauncher();
if (launcher === undefined) {
  process.stdout.write("nobody\n");
  process.exit(0);
}
process.stdout.write("watching\n");
if (process.argv[2] === "without-files") takeAllFiles();
const report = () => {
  process.stdout.write("gone\n");
  process.exit(0);
};
watchLauncher(launcher, report, 20);
setTimeout(() => process.exit(1), 30_000);

function takeAllFiles(): void {
  try {
    for (;;) openSync("/dev/null", "r");
  } catch {
    // All descriptors are in use.
  }
}
