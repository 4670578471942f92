import { randomUUID } from "node:crypto";
import { type Caller, common, type Reply } from "@marketplace/conventions";
import { bytesToHold, fileDownload } from "@marketplace/object-store";
import type { Request, Response } from "express";
import type { Deps } from "../../deps.ts";
import { maySee } from "../messages.policy.ts";
import { problems } from "../problems.ts";
import { type Attachment, ObjectSwept } from "./attachments.repo.ts";
import { receiveFile, release } from "./receive-file.service.ts";

/** Stores the file of a form as the caller's attachment. Its object exists before its row. Gives its id. */
export async function upload(
  deps: Deps,
  caller: Caller,
  { siteId, http }: { siteId: string; http: { req: Request; res: Response } },
): Promise<string> {
  const free = await deps.uploadDisk.hold(bytesToHold(http.req, deps.attachmentMaxBytes), caller.userId);
  try {
    const { type, ...file } = await receiveFile(deps, http);
    const id = `${caller.userId}_${randomUUID()}.${type.extension}`;
    const row = {
      id,
      userId: caller.userId,
      siteId,
      type: type.contentType,
      createdAt: deps.clock.now(),
      ...file,
    };
    await deps.attachments.add(row).catch((error: unknown) => refuse(deps, file.objectKey, error));
    return id;
  } finally {
    free();
  }
}

async function refuse(deps: Deps, objectKey: string, error: unknown): Promise<never> {
  if (error instanceof ObjectSwept) {
    // The upload was too slow, or the database's clock was set ahead: other keys are due too.
    deps.objectKeys.discard();
    throw common.service_unavailable();
  }
  await release(deps, objectKey);
  throw error;
}

/** A file or a range of it: for the user who uploaded it and, once it is sent, for its receiver. */
export async function download(
  deps: Deps,
  caller: Caller,
  { id, req }: { id: string; req: Request },
): Promise<Reply> {
  const {
    objectKey,
    type: contentType,
    originalName: filename,
    size,
    sha256,
  } = await visible(deps, caller, id);
  return fileDownload(
    { store: deps.store, req },
    { objectKey, contentType, filename, size, sha256 },
    {
      lost: (extra) => problems.attachment_lost({ id }, extra),
      unsatisfiable: (known, extra) => problems.range_not_satisfiable({ size: known }, extra),
    },
  );
}

/** A file that waits is known to its owner only; one that was sent belongs to a conversation. */
async function visible({ attachments }: Deps, { userId }: Caller, id: string): Promise<Attachment> {
  const file = await attachments.find(id);
  if (!file) throw problems.attachment_unknown();
  if (file.userId === userId) return file;
  if (file.sentWith === null) throw problems.attachment_unknown();
  if (maySee(file.sentWith, userId)) return file;
  if (file.sentWith.toId === userId) throw problems.attachment_unknown();
  throw problems.not_conversation_party({ resource: file.sentWith.packId });
}
