import type { FileHandle } from "node:fs/promises";

/** Bytes of one write. Each costs a trip to a thread; larger ones save little and hold more memory. */
const batchBytes = 128 * 1024;

/** Group commit: one write at a time; the pieces that come meanwhile are the next one. */
export class WriteBatcher {
  readonly #file: FileHandle;
  #batch: Uint8Array[] = [];
  #batchLength = 0;
  #busy = false;
  #canceled = false;
  #last: Promise<void> = Promise.resolve();

  constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Takes a piece; gives a promise to wait for when it is too much, which the disk's error rejects. */
  add(piece: Uint8Array): Promise<void> | undefined {
    this.#batch.push(piece);
    this.#batchLength += piece.length;
    if (this.#batchLength < batchBytes) return undefined;
    if (this.#busy) return this.#last.then(() => this.#write());
    this.#write();
    return undefined;
  }

  /** Resolves when everything is written. */
  async end(): Promise<void> {
    await this.#last;
    if (this.#batchLength > 0) this.#write();
    await this.#last;
  }

  /** Begins no further write; resolves when none is under way, even when the last one failed. */
  cancel(): Promise<void> {
    this.#canceled = true;
    return this.#last.catch(() => {});
  }

  #write(): void {
    if (this.#canceled) return;
    const [pieces, length] = [this.#batch, this.#batchLength];
    this.#batch = [];
    this.#batchLength = 0;
    this.#busy = true;
    // After a failure it stays busy: the next piece, or the end, gets the error.
    this.#last = this.#writeAll(pieces, length).then(() => {
      this.#busy = false;
    });
    this.#last.catch(() => {});
  }

  /** Writes at the file's present position. One call may write a part only, as on a disk that fills up. */
  async #writeAll(pieces: Uint8Array[], length: number): Promise<void> {
    const { bytesWritten } = await this.#file.writev(pieces);
    if (bytesWritten < length) await this.#file.writeFile(Buffer.concat(pieces).subarray(bytesWritten));
  }
}
