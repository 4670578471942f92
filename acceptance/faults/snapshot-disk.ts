import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";
import { servicesOf } from "../product/processes.ts";
import { allReady, type Fault } from "./faults.ts";
import { becomesTrue } from "./settle.ts";

/** Bytes that a file may have: less than any snapshot. The limit needs no rights, unlike a small disk. */
const largestFile = 65_536;

/**
 * Lets catalog-service end without room for the snapshot of its search index. Its successor begins with the
 * last snapshot and follows Postgres from there.
 */
export function snapshotDiskFull(dataDir: string): Fault {
  const pid = () => servicesOf(dataDir).find(({ name }) => name === "catalog-service")?.pid ?? 0;
  const snapshot = join(dataDir, "search-index", "search-index.snapshot");
  const savedAt = () => statSync(snapshot, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const replaced = async () => {
    const former = pid();
    process.kill(former, "SIGTERM");
    if (!(await becomesTrue(async () => ![0, former].includes(pid()) && (await allReady(dataDir)))))
      throw new Error("catalog-service has no successor");
  };
  return {
    name: "disk of the search snapshot full",
    unready: [],
    recovered: () => true,
    async inject() {
      const before = savedAt();
      await replaced();
      const saved = savedAt();
      if (saved === before) throw new Error("catalog-service has saved no snapshot at its end");
      execFileSync("prlimit", [`--pid=${pid()}`, `--fsize=${largestFile}:`]);
      await replaced();
      if (savedAt() !== saved) throw new Error("the snapshot was saved on a full disk");
    },
  };
}
