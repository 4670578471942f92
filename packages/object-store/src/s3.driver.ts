import type { Readable } from "node:stream";
import { asStoreError, guarded, ObjectMissing, ObjectStoreUnavailable } from "./errors.ts";
import { exactLength } from "./exact-length.ts";
import { keyOf, objectNameOf } from "./names.ts";
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
import { persist, type S3Connection, type S3StoreConfig, s3Connection } from "./s3.connection.ts";
import { aboutObject, s3Code } from "./s3.errors.ts";
import { openSpool } from "./s3.spool.ts";
import { upload } from "./s3.upload.ts";
import { owning, writeBody } from "./write-body.ts";

/** Opens a store in a bucket of any S3-compatible server, made if missing. */
export async function openS3Store(config: S3StoreConfig): Promise<ObjectStore> {
  const connection = s3Connection(config);
  try {
    await guarded(() => connection.ensureBucket());
  } catch (error) {
    connection.close();
    throw error;
  }
  return new S3Store(connection, config.spoolDir);
}

class S3Store implements ObjectStore {
  readonly #s3: S3Connection;
  readonly #spoolDir: string | undefined;

  constructor(connection: S3Connection, spoolDir: string | undefined) {
    this.#s3 = connection;
    this.#spoolDir = spoolDir;
  }

  put(key: string, body: Readable, options: PutOptions): Promise<PutResult> {
    const store = async () => {
      assertKey(key);
      const name = objectNameOf(key);
      const file = await openSpool(this.#spoolDir);
      try {
        const result = await writeBody(body, file, options);
        await upload(this.#s3, { name, file, ...result }, options);
        return result;
      } catch (error) {
        throw aboutObject(key, error);
      } finally {
        await file.close();
      }
    };
    return owning(body, () => guarded(store, options.signal));
  }

  get(key: string, { range, signal }: GetOptions = {}): Promise<ObjectContent> {
    return guarded(async () => {
      assertKey(key);
      // Asks for the size first, because the client drops it from a server's answer to an invalid range.
      const part = range && resolveRange(range, (await this.#existing(key)).size);
      const headers = part ? { range: `bytes=${part.from}-${part.to}` } : {};
      const ask = { method: "GET", bucketName: this.#s3.bucket, objectName: objectNameOf(key), headers };
      const status = part ? 206 : 200;
      const response = await persist(() => this.#s3.client(signal).makeRequestAsync(ask, "", [status])).catch(
        (error: unknown) => {
          throw aboutObject(key, error);
        },
      );
      const length = Number(response.headers["content-length"]);
      const size = part ? Number(response.headers["content-range"]?.split("/")[1]) : length;
      if (!Number.isSafeInteger(size))
        throw new ObjectStoreUnavailable("the object store does not say an object's size");
      return { stream: exactLength(response, length, signal), size, ...(part && { range: part }) };
    }, signal);
  }

  stat(key: string): Promise<ObjectStat | null> {
    return guarded(async () => {
      assertKey(key);
      const name = objectNameOf(key);
      try {
        const { size, lastModified } = await persist(() =>
          this.#s3.client().statObject(this.#s3.bucket, name),
        );
        return { size, lastModified };
      } catch (error) {
        if (s3Code(error) !== "NotFound") throw error;
        // A HEAD answers the same for a missing object and a missing bucket.
        await this.#s3.findBucket();
        return null;
      }
    });
  }

  delete(key: string): Promise<void> {
    return guarded(async () => {
      assertKey(key);
      const name = objectNameOf(key);
      await persist(() => this.#s3.client().removeObject(this.#s3.bucket, name)).catch((error: unknown) => {
        if (s3Code(error) !== "NoSuchKey") throw error;
      });
    });
  }

  async *list(prefix: string): AsyncGenerator<ObjectEntry> {
    try {
      const listed = this.#s3.client().listObjectsV2(this.#s3.bucket, objectNameOf(prefix), true);
      for await (const { name, size, lastModified } of listed) {
        yield { key: keyOf(String(name)), size, lastModified };
      }
    } catch (error) {
      throw asStoreError(error);
    }
  }

  ready(): Promise<void> {
    return guarded(() => this.#s3.findBucket());
  }

  async close(): Promise<void> {
    this.#s3.close();
  }

  async #existing(key: string): Promise<ObjectStat> {
    const found = await this.stat(key);
    if (!found) throw new ObjectMissing(key);
    return found;
  }
}
