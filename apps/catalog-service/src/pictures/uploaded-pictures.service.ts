import { Readable } from "node:stream";
import { type Caller, common, type Reply } from "@marketplace/conventions";
import { fileDownload, ObjectStoreUnavailable } from "@marketplace/object-store";
import { createDeadline } from "@marketplace/server";
import type { Request } from "express";
import type { Deps } from "../deps.ts";
import { problems } from "../problems.ts";
import type { PictureFile, StoredPicture } from "./pictures.repo.ts";
import { ObjectSwept } from "./pictures.repo.ts";

/** The picture's id, a size, and the ending of its type. */
const fileName = /^(.+)-[FOCI]\.(jpg|png)$/;

type Storage = Pick<Deps, "imageCheck" | "store" | "objectKeys" | "uploadDisk" | "uploadTimeoutMs">;

/** Checks a picture and stores its bytes as they are. The sweep removes them unless a row owns them soon. */
export async function storeImage(bytes: Buffer, deps: Storage): Promise<PictureFile> {
  const image = await deps.imageCheck(bytes);
  const release = await deps.uploadDisk.hold(bytes.length);
  const deadline = createDeadline(undefined, deps.uploadTimeoutMs);
  try {
    const objectKey = await deps.objectKeys.next();
    const body = Readable.from([bytes], { objectMode: false });
    const { contentType } = image;
    const { size, etag } = await deps.store.put(objectKey, body, { contentType, signal: deadline.signal });
    return { ...image, objectKey, size, sha256: etag };
  } catch (error) {
    if (deadline.timedOut()) throw new ObjectStoreUnavailable("the upload took too long", { cause: error });
    throw error;
  } finally {
    deadline.end();
    release();
  }
}

/** Keeps a stored file as a picture of the caller's; its object has an owner from then on. */
export async function addFile(
  file: PictureFile,
  { userId, siteId }: Caller,
  { pictures, objectKeys, clock }: Pick<Deps, "pictures" | "objectKeys" | "clock">,
): Promise<StoredPicture> {
  try {
    return await pictures.addFile(file, { sellerId: userId, siteId, at: clock.now() });
  } catch (error) {
    if (!(error instanceof ObjectSwept)) throw error;
    // The upload was too slow, or the database's clock was set ahead: other keys are due too.
    objectKeys.discard();
    throw common.service_unavailable();
  }
}

/** The file of a picture, or a range of it: the same bytes for every size. */
export async function downloadPicture(
  { name, req }: { name: string; req: Request },
  { pictures, store }: Pick<Deps, "pictures" | "store">,
): Promise<Reply> {
  const [, id = name, extension] = fileName.exec(name) ?? [];
  const file = extension === undefined ? undefined : (await pictures.find(id))?.file;
  if (!file || file.extension !== extension) throw problems.picture_not_found({ id });
  return fileDownload(
    { store, req },
    { ...file, filename: `${id}.${extension}`, shown: true },
    {
      lost: (extra) => problems.picture_lost({ id }, extra),
      unsatisfiable: (size, extra) => problems.range_not_satisfiable({ size }, extra),
    },
  );
}
