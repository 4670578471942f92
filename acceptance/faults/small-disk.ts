import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A file system of a few megabytes. */
export interface SmallDisk {
  /** Leaves no byte free. */
  fill(): void;
  /** Takes away what `fill` wrote. */
  free(): void;
  unmount(): void;
}

const megabytes = 16;

const capSysAdmin = 1n << 21n;

/** Whether this process has the capability to mount; root in a container often has not. */
export function mayMount(): boolean {
  if (process.platform !== "linux") return false;
  const [, effective = "0"] =
    /^CapEff:\s*([0-9a-f]+)$/m.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
  return (BigInt(`0x${effective}`) & capSysAdmin) !== 0n;
}

/** Mounts a small disk; `undefined` where this user may not. */
export function mountSmallDisk(path: string): SmallDisk | undefined {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=700`, "tmpfs", path], {
      stdio: "ignore",
    });
  } catch {
    return undefined;
  }
  const filler = join(path, ".filler");
  return {
    fill() {
      // By ever smaller parts, until not one more byte fits.
      for (let size = 1 << 20; size >= 1; size = size === 1 ? 0 : Math.max(1, size >> 4))
        while (append(filler, size));
    },
    free: () => rmSync(filler, { force: true }),
    unmount: () => execFileSync("umount", [path]),
  };
}

function append(path: string, size: number): boolean {
  try {
    writeFileSync(path, Buffer.alloc(size), { flag: "a" });
    return true;
  } catch {
    return false;
  }
}
