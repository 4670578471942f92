import { constants } from "node:fs";
import { access, type FileHandle, open, readdir } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { deliver } from "./delivery.ts";
import { asStoreError, guarded, ObjectMissing } from "./errors.ts";
import { removeObject, storeObject } from "./file.commit.ts";
import { isRecord, type Layout, layoutOf, makeFolders, shards } from "./file.layout.ts";
import { findBytes, findObject, type ObjectRecord, readRecord, unlessAbsent } from "./file.records.ts";
import { settleLeftovers } from "./file.recovery.ts";
import { takeOverFirstLayout } from "./file.upgrade.ts";
import { assertLinksKept } from "./file.witness.ts";
import { owning } from "./intake.ts";
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

/** The file-system driver: objects below `root`, made if missing. What a crash left goes once it is `graceMs` old (1 h). */
export interface FileStoreConfig {
  driver: "file";
  root: string;
  graceMs?: number;
}

/** Records read at a time by a listing: the bound on its memory and open files. */
const LIST_PAGE = 64;

/** Opens a store in a folder of the local machine, all on one file system; ObjectStoreUnavailable when it cannot be used. */
export async function openFileStore({ root, graceMs = 3_600_000 }: FileStoreConfig): Promise<ObjectStore> {
  const layout = layoutOf(root);
  return guarded(async () => {
    await makeFolders(layout);
    await takeOverFirstLayout(layout, root);
    await assertLinksKept(layout);
    await settleLeftovers(layout, graceMs);
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
      return storeObject(this.#layout, key, { body, options });
    };
    return owning(body, () => guarded(store, options.signal));
  }

  get(key: string, { range, signal }: GetOptions = {}): Promise<ObjectContent> {
    return guarded(async () => {
      assertKey(key);
      signal?.throwIfAborted();
      const { record, file } = await this.#open(key);
      const { size, contentType } = record;
      try {
        const part = range && resolveRange(range, size);
        const { from, to } = part ?? { from: 0, to: size - 1 };
        const source = size === 0 ? await nothing(file) : file.createReadStream({ start: from, end: to });
        return {
          stream: deliver(source, to - from + 1, signal),
          size,
          contentType,
          ...(part && { range: part }),
        };
      } catch (error) {
        await file.close();
        throw error;
      }
    }, signal);
  }

  stat(key: string): Promise<ObjectStat | null> {
    return guarded(async () => {
      assertKey(key);
      const found = await findObject(this.#layout, key);
      if (!found) return null;
      const { size, contentType } = found.record;
      return { size, contentType, lastModified: found.lastModified };
    });
  }

  delete(key: string): Promise<void> {
    return guarded(async () => {
      assertKey(key);
      await removeObject(this.#layout, key);
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

  /** A replacement may remove the raw file between the record's reading and its opening: then the new record is read. */
  async #open(key: string): Promise<{ record: ObjectRecord; file: FileHandle }> {
    for (let attempt = 0; attempt < 3; attempt++) {
      const found = await findObject(this.#layout, key);
      const file = found && (await unlessAbsent(open(found.path, "r")));
      if (file) return { record: found.record, file };
    }
    throw new ObjectMissing(key);
  }

  async *#listShard(shard: string, prefix: string): AsyncGenerator<ObjectEntry> {
    const records = (await readdir(shard)).filter(isRecord);
    for (let start = 0; start < records.length; start += LIST_PAGE) {
      const page = records.slice(start, start + LIST_PAGE);
      const entries = await Promise.all(page.map((name) => this.#entry(path.join(shard, name), prefix)));
      yield* entries.filter((entry) => entry !== null);
    }
  }

  async #entry(file: string, prefix: string): Promise<ObjectEntry | null> {
    const record = await readRecord(file);
    if (!record?.key.startsWith(prefix)) return null;
    const found = await findBytes(this.#layout, record);
    return found && { key: record.key, size: record.size, lastModified: found.lastModified };
  }
}

async function nothing(file: FileHandle): Promise<Readable> {
  await file.close();
  return Readable.from([]);
}
