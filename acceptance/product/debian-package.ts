import { spawnSync } from "node:child_process";

/** A program or library of Debian that a suite cannot do without. */
export interface DebianPackage {
  name: string;
  /** Where what is needed lies, if it is there. */
  find: () => string | undefined;
  /** What a reader is told who has to install it by hand. */
  advice: string;
}

/** Where it lies; installed first when it is missing and this user may. Throws when it cannot be had. */
export function installed({ name, find, advice }: DebianPackage): string {
  const there = find();
  if (there) return there;
  if (process.getuid?.() !== 0) throw new Error(advice);
  for (const args of [["update"], ["install", "-y", "--no-install-recommends", name]]) {
    const { status, error } = spawnSync("apt-get", args, { stdio: ["ignore", "ignore", "inherit"] });
    if (status !== 0) throw new Error(`${advice}; apt-get ${args[0]} failed: ${error?.message ?? status}`);
  }
  const path = find();
  if (!path) throw new Error(advice);
  return path;
}
