import { watchLauncher } from "./launcher.ts";

// Started by launcher.test.ts below a process that looks like npx.
watchLauncher(() => {
  process.stdout.write("gone\n");
  process.exit(0);
}, 20);
process.stdout.write("watching\n");
setTimeout(() => process.exit(1), 30_000);
