import { ImportRefused } from "./import.problems.ts";

/** Levels of objects and arrays at most, as in request bodies (decisions 1.11). */
export const maxDepth = 64;

/** The source of a member (`"key": value`) or an element, and the line it begins on. */
export interface Member {
  bytes: Buffer;
  line: number;
}

interface Limits {
  /** The file, for messages. */
  name: string;
  /** Bytes of a member. */
  most: number;
}

const other = 0;
const blank = 1;
const opens = 2;
const closes = 3;
const comma = 4;
const quote = 5;
const backslash = 6;

/** The kind of each byte outside of strings. */
const kinds = new Uint8Array(256);
for (const [kind, signs] of [
  [blank, " \t\r\n"],
  [opens, "{["],
  [closes, "}]"],
  [comma, ","],
  [quote, '"'],
  [backslash, "\\"],
] as const)
  for (const sign of signs) kinds[sign.charCodeAt(0)] = kind;

const lineEnd = 0x0a;
const [objectStart, objectEnd, arrayEnd] = [0x7b, 0x7d, 0x5d];
const byteOrderMark = new Set([0xef, 0xbb, 0xbf]);

/**
 * Streaming splitter: cuts a JSON object or array into its members without parsing them, so that files of any
 * size are read member by member. It checks what is between members; the caller parses them. It works on
 * bytes, because in UTF-8 the bytes of quotes, brackets and commas occur in no other character.
 */
export class MemberSplitter {
  readonly #limits: Limits;
  #line: number;
  #depth = 0;
  #end: number | undefined;
  #ended = false;
  #inString = false;
  #escaped = false;
  #started = false;
  #kept: Buffer[] = [];
  #keptBytes = 0;
  #memberLine: number;
  #members = 0;

  constructor(limits: Limits, line = 1) {
    this.#limits = limits;
    this.#line = line;
    this.#memberLine = line;
  }

  /** Returns the members that end in these bytes. Throws ImportRefused for what is no object or array. */
  push(chunk: Buffer): Member[] {
    const members: Member[] = [];
    let from = 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0;
      if (byte === lineEnd) this.#line += 1;
      const kind = kinds[byte] ?? other;
      if (this.#inString) this.#stepInString(kind);
      else if (this.#depth === 0) {
        this.#outside(byte, kind);
        from = at + 1;
      } else if (this.#depth === 1 && (kind === comma || kind === closes)) {
        const member = this.#endMember(chunk.subarray(from, at), byte);
        if (member) members.push(member);
        from = at + 1;
      } else if (!this.#started && kind === blank) from = at + 1;
      else if (kind !== blank) this.#step(kind);
    }
    this.#keep(chunk.subarray(from));
    return members;
  }

  get isObject(): boolean {
    return this.#end === objectEnd;
  }

  /** Throws ImportRefused when the object or array is not complete. */
  finish(): void {
    if (!this.#ended) this.#refuse("is not JSON: it ends before it is complete");
  }

  /** Around the object only blanks are allowed. */
  #outside(byte: number, kind: number): void {
    if (kind === blank || (!this.#ended && byteOrderMark.has(byte))) return;
    if (this.#ended) this.#refuse("is not JSON: something follows its end");
    if (kind !== opens) this.#refuse("is not JSON: it begins with neither { nor [");
    this.#depth = 1;
    this.#end = byte === objectStart ? objectEnd : arrayEnd;
  }

  #stepInString(kind: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (kind === backslash) this.#escaped = true;
    else if (kind === quote) this.#inString = false;
  }

  /** A byte inside of a member, outside of its strings. */
  #step(kind: number): void {
    if (!this.#started) {
      this.#started = true;
      this.#memberLine = this.#line;
    }
    if (kind === quote) this.#inString = true;
    else if (kind === opens) this.#depth += 1;
    else if (kind === closes) this.#depth -= 1;
    if (this.#depth > maxDepth) this.#refuse(`is over ${maxDepth} levels deep`);
  }

  #endMember(tail: Buffer, byte: number): Member | undefined {
    this.#keep(tail);
    const isLast = kinds[byte] === closes;
    if (isLast && byte !== this.#end) this.#refuse("is not JSON: it is closed by another bracket");
    if (isLast) {
      this.#depth = 0;
      this.#ended = true;
    }
    if (!this.#started && !(isLast && this.#members === 0)) this.#refuse("is not JSON: a comma too many");
    const member = this.#started ? { bytes: Buffer.concat(this.#kept), line: this.#memberLine } : undefined;
    this.#kept = [];
    this.#keptBytes = 0;
    this.#started = false;
    this.#members += 1;
    return member;
  }

  #keep(bytes: Buffer): void {
    if (!this.#started || bytes.length === 0) return;
    this.#kept.push(bytes);
    this.#keptBytes += bytes.length;
    if (this.#keptBytes > this.#limits.most)
      this.#refuse(`has over ${this.#limits.most / 1024 ** 2} MiB in one category`);
  }

  #refuse(what: string): never {
    throw new ImportRefused(`line ${this.#line} of ${this.#limits.name} ${what}`);
  }
}

const keyOf = /^\s*("(?:[^"\\]|\\.)*")\s*:\s*/s;

/** The line of the value at a path, or of its deepest ancestor that exists. */
export function lineOf(member: Member, path: readonly PropertyKey[]): number {
  const [step, ...further] = path;
  const text = member.bytes.toString();
  const key = keyOf.exec(text)?.[0] ?? "";
  const value = text.slice(key.length);
  const line = member.line + key.split("\n").length - 1;
  if (step === undefined || !/^[{[]/.test(value)) return line;
  const splitter = new MemberSplitter({ name: "", most: Number.POSITIVE_INFINITY }, line);
  const below = [...splitter.push(Buffer.from(value))];
  const next = typeof step === "number" ? below[step] : below.find((one) => nameOf(one) === step);
  return next ? lineOf(next, further) : line;
}

function nameOf({ bytes }: Member): unknown {
  const key = keyOf.exec(bytes.toString())?.[1];
  return key === undefined ? undefined : JSON.parse(key);
}
