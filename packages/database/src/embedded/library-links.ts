import { lstatSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** Links that a package cannot contain: its install script makes them from this list. */
interface Link {
  source: string;
  target: string;
}

/**
 * Makes the missing links of the libraries of Postgres: package managers may be told to run no install
 * scripts. Where it may not write, the programs say what they miss.
 */
export function linkLibraries(home: string): void {
  for (const { source, target } of linksOf(home)) {
    const path = join(home, target);
    if (lstatSync(path, { throwIfNoEntry: false })) continue;
    try {
      symlinkSync(relative(dirname(target), source), path);
    } catch {
      // A read-only folder, or another start was faster.
    }
  }
}

function linksOf(home: string): Link[] {
  try {
    // Part of the package, which has one version.
    return JSON.parse(readFileSync(join(home, "native/pg-symlinks.json"), "utf8")) as Link[];
  } catch {
    return [];
  }
}
