import type { FileHandle } from "node:fs/promises";

/** Bytes of one write. Each write is a trip to a waiting thread; twice as many would save little and be held of each body. */
const writeBytes = 128 * 1024;

/** Writes pieces to a file in their order, one write at a time; what comes meanwhile is gathered for the next. */
export class GatheredWrites {
  readonly #file: FileHandle;
  #gathered: Uint8Array[] = [];
  #waiting = 0;
  #busy = false;
  #abandoned = false;
  #last: Promise<void> = Promise.resolve();

  constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Takes a piece. Gives a promise when nothing more should come until it resolves; the disk's error rejects it. */
  add(piece: Uint8Array): Promise<void> | undefined {
    this.#gathered.push(piece);
    this.#waiting += piece.length;
    if (this.#waiting < writeBytes) return undefined;
    if (this.#busy) return this.#last.then(() => this.#write());
    this.#write();
    return undefined;
  }

  /** Resolves when everything is written. */
  async end(): Promise<void> {
    await this.#last;
    if (this.#waiting > 0) this.#write();
    await this.#last;
  }

  /** Begins no further write; resolves when none is under way, whatever became of the last one. */
  abandon(): Promise<void> {
    this.#abandoned = true;
    return this.#last.catch(() => {});
  }

  #write(): void {
    if (this.#abandoned) return;
    const [pieces, length] = [this.#gathered, this.#waiting];
    this.#gathered = [];
    this.#waiting = 0;
    this.#busy = true;
    // After a failure it stays busy: the next piece, or the end, meets the error.
    this.#last = this.#writeAll(pieces, length).then(() => {
      this.#busy = false;
    });
    this.#last.catch(() => {});
  }

  /** Writes at the file's present position; what one call leaves over, as on a disk that fills up, is tried again. */
  async #writeAll(pieces: Uint8Array[], length: number): Promise<void> {
    const { bytesWritten } = await this.#file.writev(pieces);
    if (bytesWritten < length) await this.#file.writeFile(Buffer.concat(pieces).subarray(bytesWritten));
  }
}
