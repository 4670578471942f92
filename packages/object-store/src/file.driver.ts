import { constants } from "node:fs";
import { access, type FileHandle, link, open, readdir, rename, stat, unlink } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { syncFolder } from "@marketplace/server/durable-file";
import { asStoreError, guarded, ObjectExists, ObjectMissing } from "./errors.ts";
import { exactLength } from "./exact-length.ts";
import {
  type Layout,
  layoutOf,
  makeFolders,
  objectPath,
  remove,
  shards,
  temporaryPath,
} from "./file.layout.ts";
import { sweepTemporaries } from "./file.sweep.ts";
import { convertSymlinks } from "./file.symlinks.ts";
import { hasCode, unlessAbsent } from "./fs-errors.ts";
import { isFileName, keyOf } from "./names.ts";
import {
  assertKey,
  type GetOptions,
  type ObjectContent,
  type ObjectEntry,
  type ObjectStat,
  type ObjectStore,
  type PutOptions,
  type PutResult,
} from "./object-store.ts";
import { resolveRange } from "./range.ts";
import { owning, writeBody } from "./write-body.ts";

/** Objects below `root`. Incomplete uploads are removed once they are `graceMs` old (1 h). */
export interface FileStoreConfig {
  driver: "file";
  root: string;
  graceMs?: number;
}

/** Files that a listing looks at together: the bound on its memory. */
const LIST_PAGE = 64;

/** Opens a store in a folder on one local file system, made if missing. */
export async function openFileStore({ root, graceMs = 3_600_000 }: FileStoreConfig): Promise<ObjectStore> {
  const layout = layoutOf(root);
  return guarded(async () => {
    await makeFolders(layout);
    await convertSymlinks(layout, graceMs);
    await sweepTemporaries(layout, graceMs);
    return new FileStore(layout);
  });
}

class FileStore implements ObjectStore {
  readonly #layout: Layout;

  constructor(layout: Layout) {
    this.#layout = layout;
  }

  put(key: string, body: Readable, options: PutOptions): Promise<PutResult> {
    const store = async () => {
      assertKey(key);
      return putFile(this.#layout, key, { body, options });
    };
    return owning(body, () => guarded(store, options.signal));
  }

  get(key: string, { range, signal }: GetOptions = {}): Promise<ObjectContent> {
    return guarded(async () => {
      assertKey(key);
      signal?.throwIfAborted();
      const path = objectPath(this.#layout, key);
      const file = await unlessMissing(open(path, "r"), path);
      if (!file) throw new ObjectMissing(key);
      try {
        const { size } = await file.stat();
        const part = range && resolveRange(range, size);
        const { from, to } = part ?? { from: 0, to: size - 1 };
        const source = size === 0 ? await nothing(file) : file.createReadStream({ start: from, end: to });
        return { stream: exactLength(source, to - from + 1, signal), size, ...(part && { range: part }) };
      } catch (error) {
        await file.close();
        throw error;
      }
    }, signal);
  }

  stat(key: string): Promise<ObjectStat | null> {
    return guarded(async () => {
      assertKey(key);
      const file = objectPath(this.#layout, key);
      const info = await unlessMissing(stat(file), file);
      return info && { size: info.size, lastModified: info.mtime };
    });
  }

  delete(key: string): Promise<void> {
    return guarded(async () => {
      assertKey(key);
      const file = objectPath(this.#layout, key);
      await unlessMissing(unlink(file), file);
      // Also when it is absent: an earlier attempt may have failed before this line.
      await syncFolder(path.dirname(file));
    });
  }

  async *list(prefix: string): AsyncGenerator<ObjectEntry> {
    try {
      for (const shard of shards(this.#layout)) yield* this.#listShard(shard, prefix);
    } catch (error) {
      throw asStoreError(error);
    }
  }

  ready(): Promise<void> {
    const { objects } = this.#layout;
    return guarded(() => access(`${objects}/`, constants.R_OK | constants.W_OK));
  }

  async close(): Promise<void> {}

  async *#listShard(shard: string, prefix: string): AsyncGenerator<ObjectEntry> {
    const names = (await readdir(shard)).filter((name) => isFileName(name) && keyOf(name).startsWith(prefix));
    for (let start = 0; start < names.length; start += LIST_PAGE) {
      const page = names.slice(start, start + LIST_PAGE);
      const entries = await Promise.all(page.map((name) => entryOf(path.join(shard, name))));
      yield* entries.filter((entry) => entry !== null);
    }
  }
}

/** Stores a file atomically, also in a crash: write to a temporary name, sync, rename, sync the folder. */
async function putFile(
  layout: Layout,
  key: string,
  { body, options }: { body: Readable; options: PutOptions },
): Promise<PutResult> {
  const [temporary, file] = [temporaryPath(layout), objectPath(layout, key)];
  let result: PutResult;
  try {
    result = await writeSynced(temporary, body, options);
    // The last moment at which an abort leaves nothing: from the next line on the object exists.
    options.signal?.throwIfAborted();
    if (options.ifAbsent) await create(temporary, file, key);
    else await rename(temporary, file);
  } catch (error) {
    await remove(temporary);
    throw error;
  }
  await syncFolder(path.dirname(file));
  return result;
}

async function writeSynced(path: string, body: Readable, options: PutOptions): Promise<PutResult> {
  const file = await open(path, "wx", 0o600);
  try {
    const result = await writeBody(body, file, options);
    await file.sync();
    return result;
  } finally {
    await file.close();
  }
}

/** Moves a file to a free name. A rename would replace; of several links one wins, across processes. */
async function create(temporary: string, file: string, key: string): Promise<void> {
  await link(temporary, file).catch((error: unknown) => {
    throw hasCode(error, "EEXIST") ? new ObjectExists(key, { cause: error }) : error;
  });
  await remove(temporary);
}

/** Gives null for a missing file; fails when its folder is missing, for then the whole store is. */
async function unlessMissing<T>(work: Promise<T>, file: string): Promise<T | null> {
  const result = await unlessAbsent(work);
  if (result === null) await access(path.dirname(file));
  return result;
}

async function entryOf(file: string): Promise<ObjectEntry | null> {
  const info = await unlessAbsent(stat(file));
  return info && { key: keyOf(path.basename(file)), size: info.size, lastModified: info.mtime };
}

async function nothing(file: FileHandle): Promise<Readable> {
  await file.close();
  return Readable.from([]);
}
