import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";

/** Starts HAProxy with a configuration that is written to the file; gives what stops it. */
export async function startHaproxy(file: string, configuration: string): Promise<() => Promise<void>> {
  writeFileSync(file, configuration);
  const child = spawn("haproxy", ["-db", "-q", "-f", file], { stdio: ["ignore", "ignore", "inherit"] });
  const ended = once(child, "exit");
  await once(child, "spawn");
  return async () => {
    child.kill("SIGTERM");
    await ended;
  };
}
