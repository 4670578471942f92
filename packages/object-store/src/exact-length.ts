import { addAbortSignal, finished, type Readable, Transform } from "node:stream";
import { asStoreError, ObjectStoreUnavailable } from "./errors.ts";

/**
 * Passes on exactly `length` bytes of a source. A source that fails, closes or ends early fails the stream
 * with ObjectStoreUnavailable, so that no reader takes a part for the whole. Destroying the stream destroys
 * the source.
 */
export function exactLength(source: Readable, length: number, signal?: AbortSignal): Readable {
  let missing = length;
  const out = new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      missing -= chunk.length;
      done(null, chunk);
    },
    flush(done) {
      done(missing === 0 ? null : new ObjectStoreUnavailable(`the object ended ${missing} bytes early`));
    },
  });
  finished(source, { writable: false }, (cause) => {
    if (cause) out.destroy(asError(asStoreError(cause)));
  });
  out.once("close", () => source.destroy());
  if (signal) addAbortSignal(signal, out);
  return source.pipe(out);
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new ObjectStoreUnavailable(String(error));
}
