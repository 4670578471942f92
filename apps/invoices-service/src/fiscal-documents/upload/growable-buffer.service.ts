/** The first capacity. One buffer that doubles costs less than the many small pieces of a slow sender. */
const firstBytes = 16 * 1024;

/** A buffer of at most `maxBytes`. It calls `reserve` before each growth, which may throw. */
export class GrowableBuffer {
  readonly #maxBytes: number;
  readonly #reserve: (bytes: number) => void;
  #buffer = Buffer.alloc(0);
  #size = 0;

  constructor(maxBytes: number, reserve: (bytes: number) => void) {
    this.#maxBytes = maxBytes;
    this.#reserve = reserve;
  }

  /** The bytes so far. */
  get bytes(): Buffer {
    return this.#buffer.subarray(0, this.#size);
  }

  /** Adds a piece; gives false when the buffer would exceed its limit. */
  append(piece: Buffer): boolean {
    const size = this.#size + piece.length;
    if (size > this.#maxBytes) return false;
    this.#grow(size);
    piece.copy(this.#buffer, this.#size);
    this.#size = size;
    return true;
  }

  /** Frees the bytes. The reservation stays until the upload releases it. */
  drop(): void {
    this.#buffer = Buffer.alloc(0);
    this.#size = 0;
  }

  #grow(size: number): void {
    const present = this.#buffer.length;
    if (size <= present) return;
    let room = Math.max(firstBytes, present);
    while (room < size) room *= 2;
    room = Math.min(room, this.#maxBytes);
    this.#reserve(room - present);
    // Not from Node.js's shared pool, which stays in memory as long as any part of it.
    const grown = Buffer.allocUnsafeSlow(room);
    this.#buffer.copy(grown, 0, 0, this.#size);
    this.#buffer = grown;
  }
}
