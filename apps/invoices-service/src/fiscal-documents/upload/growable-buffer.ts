/** The first room for a file. One buffer that doubles: pieces of a slow sender would cost more than their bytes. */
const firstBytes = 16 * 1024;

/** A file in memory of at most `maxBytes`; `take` is told before each growth, and may throw. */
export class HeldBytes {
  readonly #maxBytes: number;
  readonly #take: (bytes: number) => void;
  #buffer = Buffer.alloc(0);
  #size = 0;

  constructor(maxBytes: number, take: (bytes: number) => void) {
    this.#maxBytes = maxBytes;
    this.#take = take;
  }

  /** The bytes so far. */
  get bytes(): Buffer {
    return this.#buffer.subarray(0, this.#size);
  }

  /** Adds a piece; false when the file has more bytes than it may have. */
  append(piece: Buffer): boolean {
    const size = this.#size + piece.length;
    if (size > this.#maxBytes) return false;
    this.#makeRoom(size);
    piece.copy(this.#buffer, this.#size);
    this.#size = size;
    return true;
  }

  /** Lets the bytes go, which makes no room for others: that is the upload's to give back. */
  drop(): void {
    this.#buffer = Buffer.alloc(0);
    this.#size = 0;
  }

  #makeRoom(size: number): void {
    const present = this.#buffer.length;
    if (size <= present) return;
    let room = Math.max(firstBytes, present);
    while (room < size) room *= 2;
    room = Math.min(room, this.#maxBytes);
    this.#take(room - present);
    // Not of the shared pool, which would stay as long as any part of it.
    const grown = Buffer.allocUnsafeSlow(room);
    this.#buffer.copy(grown, 0, 0, this.#size);
    this.#buffer = grown;
  }
}
