import { basename } from "node:path";
import { createPeriodicCollection } from "./garbage-collection.service.ts";
import { ImportRefused } from "./import.problems.ts";
import { bytesOf, maxRecordBytes, refuse, textOf } from "./import-file.service.ts";
import { type Member, MemberSplitter } from "./json-members.rules.ts";

/** An unchecked category of a file. */
export interface DumpEntry {
  key: string;
  value: unknown;
  member: Member;
}

/** Streams a tree file: an object of category id to category. Throws ImportRefused for invalid JSON. */
export async function* readDump(file: string): AsyncGenerator<DumpEntry> {
  const name = basename(file);
  const splitter = new MemberSplitter({ name, most: maxRecordBytes });
  const collectAfter = createPeriodicCollection();
  let entries = 0;
  for await (const chunk of bytesOf(file)) {
    for (const member of splitter.push(chunk)) {
      assertObject(splitter, name);
      yield entryOf(member, name);
      entries += 1;
      collectAfter(1);
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
  // The splitter cuts at every comma, so there is at most one entry.
  const [entry] = Object.entries(parsed(`{${textOf(bytes, line, name)}}`, `line ${line} of ${name}`));
  if (!entry) throw new ImportRefused(`line ${line} of ${name} is not JSON: a category is missing`);
  const [key, value] = entry;
  return { key, value, member };
}

function parsed(text: string, where: string): object {
  try {
    // Text between braces parses to an object.
    return JSON.parse(text) as object;
  } catch (error) {
    return refuse(`${where} is not JSON`, error);
  }
}
