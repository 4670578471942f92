import { spawnSync } from "node:child_process";

/** A Debian package that a suite requires. */
export interface DebianPackage {
  name: string;
  /** The path of the program or library, if it is installed. */
  find: () => string | undefined;
  /** The instruction to install it by hand. */
  advice: string;
}

/** Another suite may be installing; in seconds. */
const lockTimeout = ["-o", "DPkg::Lock::Timeout=300"];

/**
 * Returns the path of the program or library. Installs it when it is missing and this user may; otherwise
 * throws.
 */
export function installed({ name, find, advice }: DebianPackage): string {
  const there = find();
  if (there) return there;
  if (process.getuid?.() !== 0) throw new Error(advice);
  const install = ["install", "-y", "--no-install-recommends", name];
  // The lists of packages may be there, and recent enough.
  if (failure(install)) {
    const reason = failure(["update"]) ?? failure(install);
    if (reason) throw new Error(`${advice}; ${reason}`);
  }
  const path = find();
  if (!path) throw new Error(advice);
  return path;
}

/** Runs apt-get; returns why it failed, if it did. */
function failure(args: string[]): string | undefined {
  const { status, error } = spawnSync("apt-get", [...lockTimeout, ...args], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  return status === 0 ? undefined : `apt-get ${args[0]} failed: ${error?.message ?? status}`;
}
