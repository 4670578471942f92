import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A file system of a chosen size in memory (tmpfs). */
export interface SmallDisk {
  /** Fills the disk to the last byte. */
  fill(): void;
  /** Fills the disk until this many bytes are free, unless fewer are free already. */
  leave(bytes: number): void;
  /** Removes what `fill` and `leave` wrote. */
  free(): void;
  unmount(): void;
}

const capSysAdmin = 1n << 21n;

/** Whether this process may mount. Root in a container often may not. */
export function mayMount(): boolean {
  if (process.platform !== "linux") return false;
  const [, effective = "0"] =
    /^CapEff:\s*([0-9a-f]+)$/m.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
  return (BigInt(`0x${effective}`) & capSysAdmin) !== 0n;
}

/** Mounts a disk of this many megabytes; `undefined` where this user may not. */
export function mountSmallDisk(path: string, megabytes = 16): SmallDisk | undefined {
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
      // Writes smaller and smaller parts until the disk is full.
      for (let size = 1 << 20; size >= 1; size = size === 1 ? 0 : Math.max(1, size >> 4))
        while (append(filler, size));
    },
    leave(bytes) {
      const { bavail, bsize } = statfsSync(path);
      for (let more = bavail * bsize - bytes; more > 0; more -= 1 << 20)
        if (!append(filler, Math.min(more, 1 << 20))) return;
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
