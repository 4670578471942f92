import { createHash } from "node:crypto";

/** Passes bytes on; counts and hashes them. */
export function createMeter() {
  const hash = createHash("sha256");
  let bytes = 0;
  return {
    async *through(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      for await (const chunk of source) {
        bytes += chunk.length;
        hash.update(chunk);
        yield chunk;
      }
    },
    /** What went through; asked once, at the end. */
    result: () => ({ bytes, sha256: hash.digest("hex") }),
  };
}
