import { once } from "node:events";
import type { ServerResponse } from "node:http";
import type { Readable } from "node:stream";

/** Waits until a source has data or ends; rejects with its error. Closes it when the client leaves first. */
export async function awaitFirstByte(source: Readable, res: ServerResponse): Promise<void> {
  if (source.errored) throw source.errored;
  if (source.readableLength > 0 || source.readableEnded) return;
  const waiting = new AbortController();
  const { signal } = waiting;
  const leave = () => source.destroy();
  res.once("close", leave);
  try {
    // once() rejects when the source emits an error meanwhile.
    await Promise.race([
      once(source, "readable", { signal }),
      once(source, "end", { signal }),
      once(source, "close", { signal }),
    ]);
  } finally {
    res.off("close", leave);
    waiting.abort();
  }
}
