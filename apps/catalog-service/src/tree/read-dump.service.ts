import { basename } from "node:path";
import { collecting } from "./garbage-collection.service.ts";
import { ImportRefused } from "./import.problems.ts";
import { bytesOf, maxRecordBytes, refuse, textOf } from "./import-file.service.ts";
import { type Member, MemberSplitter } from "./json-members.rules.ts";

/** A category of a file, not checked yet, under its key. */
export interface DumpEntry {
  key: string;
  value: unknown;
  member: Member;
}

/**
 * Reads a tree file, gzip or plain: an object of category id to category, which is too large to be held whole. Throws ImportRefused
 * where it is no JSON.
 */
export async function* readDump(file: string): AsyncGenerator<DumpEntry> {
  const name = basename(file);
  const splitter = new MemberSplitter({ name, most: maxRecordBytes });
  const passed = collecting();
  let entries = 0;
  for await (const chunk of bytesOf(file)) {
    for (const member of splitter.push(chunk)) {
      assertObject(splitter, name);
      yield entryOf(member, name);
      entries += 1;
      passed(1);
    }
  }
  splitter.finish();
  assertObject(splitter, name);
  if (entries === 0) throw new ImportRefused(`${name} holds no category`);
}

function assertObject(splitter: MemberSplitter, name: string): void {
  if (!splitter.isObject) throw new ImportRefused(`${name} must be an object of category id to category`);
}

function entryOf(member: Member, name: string): DumpEntry {
  const { bytes, line } = member;
  // A member is not cut where it would be two, so that there is one or an error.
  const [entry] = Object.entries(parsed(`{${textOf(bytes, line, name)}}`, `line ${line} of ${name}`));
  if (!entry) throw new ImportRefused(`line ${line} of ${name} is not JSON: a category is missing`);
  const [key, value] = entry;
  return { key, value, member };
}

function parsed(text: string, where: string): object {
  try {
    // What is between braces is an object, if it is anything.
    return JSON.parse(text) as object;
  } catch (error) {
    return refuse(`${where} is not JSON`, error);
  }
}
