import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import {
  type Drift,
  type Exchange,
  InvalidRecording,
  measureDrift,
  OpenApiDocument,
  type Plan,
  type ReadOutcome,
  readFrom,
  readRecording,
  readsOfDocument,
  readsOfList,
  readsOfRecording,
  type Side,
  UnknownOperations,
  Unreachable,
} from "@marketplace/record";
import { StartRefused } from "../boot/start-refused.ts";

export interface DriftRequest {
  base: Side;
  against: Side;
  /** A recording, or a list of operations and paths; all reads of the OpenAPI document when absent. */
  operations?: string | undefined;
  onRead(outcome: ReadOutcome): void;
}

/** Compares two marketplaces; throws StartRefused when one does not answer, or nothing is to be read. */
export async function drift({ base, against, operations, onRead }: DriftRequest): Promise<Drift> {
  try {
    const document = (await documentOf(base)) ?? (await documentOf(against));
    const plan = await planOf(operations, document, base);
    if (plan.reads.length === 0) throw new StartRefused("There is nothing to read");
    return await measureDrift({ base, against }, plan, onRead);
  } catch (error) {
    const isKnown =
      error instanceof Unreachable || error instanceof InvalidRecording || error instanceof UnknownOperations;
    if (!isKnown) throw error;
    const file = error instanceof Unreachable ? "" : `${operations}: `;
    throw new StartRefused(file + error.message);
  }
}

async function documentOf(side: Side): Promise<OpenApiDocument | undefined> {
  const { status, json } = await readFrom(side, "/openapi.json");
  const document = status === 200 ? OpenApiDocument.safeParse(json) : undefined;
  return document?.data;
}

async function planOf(
  operations: string | undefined,
  document: OpenApiDocument | undefined,
  base: Side,
): Promise<Plan> {
  const read = async (target: string) => {
    const { status, json } = await readFrom(base, target);
    return status === 200 ? json : undefined;
  };
  const isRecording = operations !== undefined && (await beginsWithObject(operations));
  if (isRecording) return readsOfRecording(await exchangesOf(operations), document);
  if (!document)
    throw new StartRefused("Neither side has an OpenAPI document: name a recording by --operations");
  if (operations === undefined) return readsOfDocument(document, read);
  return readsOfList((await readFile(operations, "utf8")).split("\n"), document, read);
}

async function exchangesOf(path: string): Promise<Exchange[]> {
  const exchanges: Exchange[] = [];
  for await (const exchange of readRecording(createReadStream(path))) exchanges.push(exchange);
  return exchanges;
}

async function beginsWithObject(path: string): Promise<boolean> {
  try {
    for await (const chunk of createReadStream(path, { encoding: "utf8", end: 1_023 }))
      return String(chunk).trimStart().startsWith("{");
    return false;
  } catch {
    throw new StartRefused(`${path} cannot be read`);
  }
}
