import { randomUUID } from "node:crypto";
import { type Caller, clientNetworkOf, common } from "@marketplace/conventions";
import { bytesToHold } from "@marketplace/object-store";
import { atSite } from "@marketplace/sharding";
import type { Request, Response } from "express";
import type { Deps } from "../../deps.ts";
import { parsePackId } from "../../packs/pack-id.schema.ts";
import { type Pack, packOfSeller, rowsOf } from "../../packs/packs.service.ts";
import { problems } from "../../problems.ts";
import { isFileType } from "../file-types.rules.ts";
import { type DocumentRecord, ObjectSwept, SlotTaken } from "../fiscal-documents.repo.ts";
import { documentsEvent } from "../fiscal-documents.service.ts";
import { storeBuffered } from "./buffered-files.service.ts";
import { adoptKeys, releaseOf, storageOf } from "./pack-storage.service.ts";
import { receiveForm } from "./receive-form.service.ts";
import { type ReceivedForm, storedKeys } from "./received-form.record.ts";
import { callerOfToken, knownCaller } from "./upload.policy.ts";
import { type AcceptedFile, acceptedFiles, maxFiles, stateProblem, storedFiles } from "./upload.rules.ts";

/** How long a refused body is discarded after the answer, before the connection is closed. */
const lingerMs = 1_000;

/** Attempts to take a slot that another upload keeps taking and freeing. */
const maxAttempts = 5;

type Wire = { req: Request; res: Response };

/**
 * Stores the files of a request as fiscal documents of a pack: all of them or none. A token of the headers is
 * checked before the first byte of the body; one of a form field, when the form is read. Objects exist before
 * their rows, and the sweep removes refused ones.
 */
export async function upload(deps: Deps, wire: Wire, packIdText: string): Promise<string[]> {
  try {
    const caller = knownCaller(deps, wire.req);
    if (!caller) return await uploadWithFormToken(deps, wire, packIdText);
    return await uploadWithHeaderToken(deps, wire, await packFor(deps, caller, packIdText));
  } catch (error) {
    lingerClose(wire);
    throw error;
  }
}

/** Stores the files as they arrive. */
async function uploadWithHeaderToken(deps: Deps, wire: Wire, pack: Pack): Promise<string[]> {
  const release = await holdRoom(deps, wire.req, pack);
  try {
    const form = await receiveForm(storageOf(deps, pack), wire);
    const add = async () => addDocuments(deps, pack, storedFiles(acceptedFiles(form)));
    return await settle(deps, { pack, form }, add);
  } finally {
    release();
  }
}

/** Buffers the files in memory, within the budget, until the request has passed every check. */
async function uploadWithFormToken(deps: Deps, wire: Wire, packIdText: string): Promise<string[]> {
  const reservation = deps.anonymousMemory.enter(clientNetworkOf(wire.req));
  try {
    const form = await receiveForm(deps, wire, reservation);
    if (form.cutOff !== undefined) throw form.cutOff;
    const pack = await packFor(deps, await callerOfToken(deps, form.accessToken), packIdText);
    return await storeAndAdd(deps, wire, { pack, form });
  } finally {
    reservation.release();
  }
}

/** Keeps room on the disk for the files of a form, as the share of the pack's seller. */
const holdRoom = ({ uploadDisk, uploadMaxBytes }: Deps, req: Wire["req"], pack: Pack) =>
  uploadDisk.hold(bytesToHold(req, maxFiles * uploadMaxBytes), pack.sellerId);

interface Received {
  pack: Pack;
  form: ReceivedForm;
}

async function storeAndAdd(deps: Deps, wire: Wire, { pack, form }: Received): Promise<string[]> {
  const files = acceptedFiles(form);
  const release = await holdRoom(deps, wire.req, pack);
  try {
    return await settle(deps, { pack, form }, async () => {
      await storeBuffered(storageOf(deps, pack), files);
      return addDocuments(deps, pack, storedFiles(files));
    });
  } finally {
    release();
  }
}

const packFor = (deps: Deps, { userId }: Caller, packIdText: string): Promise<Pack> =>
  packOfSeller(deps, parsePackId(packIdText), userId);

/** Gives a refused form's objects to the sweep at once. After a crash they wait for their grace period. */
async function settle<T>(deps: Deps, { pack, form }: Received, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const keys = storedKeys(form);
    if (keys.length > 0)
      await releaseOf(deps, pack, keys).catch((err: unknown) =>
        deps.log.warn({ err }, "objects of a refused upload wait for their grace period"),
      );
    throw error;
  }
}

/** Adds the files where the pack's are, all in one database. */
async function addDocuments(deps: Deps, pack: Pack, files: readonly AcceptedFile[]): Promise<string[]> {
  const add = () => atSite(deps, rowsOf(pack), (of) => addAt(of, pack, files));
  const keys = files.map(({ stored }) => stored.key);
  try {
    return await add().catch(async (error: unknown) => {
      if (error instanceof ObjectSwept && (await adoptKeys(deps, pack, keys))) return add();
      throw error;
    });
  } catch (error) {
    throw error instanceof ObjectSwept ? common.service_unavailable() : error;
  }
}

async function addAt(deps: Deps, pack: Pack, files: readonly AcceptedFile[]): Promise<string[]> {
  const { id: packId, sellerId } = pack;
  const types = files.map(({ type }) => type);
  // The unique index decides. The present files matter only for the problem of a lost slot.
  const checkState = async () => {
    const present = (await deps.documents.ofPack(packId)).filter(
      (document) => document.sellerId === sellerId,
    );
    const problem = stateProblem(
      { packId, sellerId },
      { present: present.map(({ fileType }) => fileType), types },
    );
    if (problem) throw problem;
  };
  const documents = files.map((file) => documentOf(file, { pack, at: deps.clock.now() }));
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    try {
      await commit(deps, pack, documents);
      deps.telemetry.metrics.business.upload.inc(documents.length);
      return documents.map(({ id }) => id);
    } catch (error) {
      // The upload was too slow, or the database's clock was set ahead: other keys are due too.
      if (error instanceof ObjectSwept) deps.objectKeys.discard();
      if (!(error instanceof SlotTaken)) throw error;
      await checkState();
      // The file that took the slot is deleted already: try again.
    }
  }
  throw common.service_unavailable();
}

function documentOf(
  { filename, type, stored: { key, size, sha256 } }: AcceptedFile,
  { pack, at }: { pack: Pack; at: Date },
): DocumentRecord {
  if (!isFileType(type)) throw problems.file_type_not_allowed({ type });
  const { id: packId, sellerId } = pack;
  const id = `${sellerId}_${randomUUID()}`;
  return { id, packId, sellerId, fileType: type, filename, size, sha256, objectKey: key, createdAt: at };
}

/** Writes rows, ownership of the objects, e-mail and event in one transaction. */
function commit(deps: Deps, pack: Pack, documents: readonly DocumentRecord[]): Promise<void> {
  const at = deps.clock.now();
  const filenames = documents.map(({ filename }) => filename);
  const { id: packId, buyerId } = pack;
  return deps.documents.add(documents, pack.siteId, [
    deps.mail.ordering({ kind: "fiscal_documents", packId, userId: buyerId, details: { filenames } }, at),
    deps.outbox.recording(documentsEvent(pack, at)),
  ]);
}

/** Lingering close: discards the rest of a refused body for a moment, so that its sender reads the answer. */
function lingerClose({ req, res }: Wire): void {
  if (req.complete) return;
  res.once("finish", () => {
    const timer = setTimeout(() => {
      if (!req.complete) req.socket.destroy();
    }, lingerMs);
    timer.unref();
  });
}
