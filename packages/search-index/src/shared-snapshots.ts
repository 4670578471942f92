import { statSync } from "node:fs";
import type { SiteIndex, SiteRules } from "./engine/site-index.ts";
import { readSnapshot, type Snapshot } from "./snapshot.ts";

/** A snapshot that several indexes may have read: copy on write, by site. */
export interface SharedSnapshot extends Snapshot {
  /** Makes a site the reader's own: the site itself where there is no other reader, else a copy. */
  own(site: SiteIndex): SiteIndex;
  /** Ends the use of what has not become the reader's own. */
  release(): void;
}

interface Loaded {
  snapshot: Snapshot;
  readers: number;
}

const loaded = new Map<string, Loaded>();

/**
 * Reads a snapshot once for all indexes of this process on the same file. Worlds of the sandbox lab begin
 * with hard links of one file. Indexes of different settings must not share: `settings` says them.
 */
export function readShared(
  file: string,
  settings: string,
  rulesOf: (siteId: string) => SiteRules,
): SharedSnapshot {
  const key = keyOf(file, settings);
  const entry = (key !== undefined && loaded.get(key)) || {
    snapshot: readSnapshot(file, rulesOf),
    readers: 0,
  };
  entry.readers += 1;
  if (key !== undefined) loaded.set(key, entry);
  let isReading = true;
  const release = (): void => {
    if (!isReading) return;
    isReading = false;
    entry.readers -= 1;
    if (entry.readers === 0 && key !== undefined) loaded.delete(key);
  };
  return {
    ...entry.snapshot,
    own(site) {
      if (entry.readers > 1) return site.copied();
      // The last reader takes it all: nobody else may find it from now on.
      if (key !== undefined) loaded.delete(key);
      return site;
    },
    release,
  };
}

/** What tells a file and its content from others: a snapshot is never changed in place. */
function keyOf(file: string, settings: string): string | undefined {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev} ${found.ino} ${found.size} ${found.mtimeNs} ${settings}`;
}
