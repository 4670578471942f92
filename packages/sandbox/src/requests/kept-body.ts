import { gunzipSync, constants as zlib } from "node:zlib";

/** Longest part of a body that is kept, in bytes. */
export const bodyLimit = 16_384;

/**
 * The beginning of a body as it passes by, chunk by chunk. Short texts are kept as they are, since they are
 * immutable; bytes are copied, because chunks are views of larger buffers which would be kept with them.
 */
export class KeptBody {
  private parts: Buffer[] | undefined;
  private text: string | undefined;
  private encoding: BufferEncoding = "utf8";
  /** What is kept; of text, in characters. */
  kept = 0;
  /** Whether there was more, or what was kept has been given up. */
  cut = false;

  take(chunk: unknown, encoding: unknown): void {
    const room = bodyLimit - this.kept;
    if (typeof chunk === "string") this.takeText(chunk, room, encoding);
    else if (chunk instanceof Uint8Array) this.takeBytes(chunk, room);
  }

  /** Gives up what is kept. */
  drop(): void {
    if (this.kept > 0) this.cut = true;
    this.parts = undefined;
    this.text = undefined;
    this.kept = 0;
  }

  bytes(): Buffer {
    if (this.text !== undefined) return Buffer.from(this.text, this.encoding);
    return Buffer.concat(this.parts ?? []);
  }

  private takeText(chunk: string, room: number, encoding: unknown): void {
    if (chunk === "") return;
    const known = typeof encoding === "string" && Buffer.isEncoding(encoding) ? encoding : "utf8";
    if (this.kept === 0 && chunk.length <= room) {
      this.text = chunk;
      this.encoding = known;
      this.kept = chunk.length;
    } else this.takeBytes(Buffer.from(chunk.slice(0, room + 1), known), room);
  }

  private takeBytes(chunk: Uint8Array, room: number): void {
    if (chunk.length > room) this.cut = true;
    if (chunk.length === 0 || room <= 0) return;
    if (this.text !== undefined) this.parts = [Buffer.from(this.text, this.encoding)];
    this.text = undefined;
    const part = Buffer.from(chunk.subarray(0, room));
    if (this.parts) this.parts.push(part);
    else this.parts = [part];
    this.kept += part.length;
  }
}

/** The text of a body, inflated; `undefined` when it is none. */
export function textOf(body: KeptBody, contentEncoding: string | undefined): string | undefined {
  const bytes = contentEncoding === "gzip" ? inflated(body.bytes()) : body.bytes();
  if (bytes === undefined) return undefined;
  try {
    // What was cut may end within a character.
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: body.cut });
  } catch {
    return undefined;
  }
}

function inflated(bytes: Buffer): Buffer | undefined {
  try {
    return gunzipSync(bytes, { finishFlush: zlib.Z_SYNC_FLUSH, maxOutputLength: 16 * bodyLimit });
  } catch {
    return undefined;
  }
}
