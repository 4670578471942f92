import { Readable } from "node:stream";

interface Options {
  /** Ends the stream. */
  ended: AbortSignal;
  heartbeatMs?: number;
  /** What may wait for a slow client, in characters. Events beyond it are left out and counted. */
  bufferLimit?: number;
}

/** Follows something until the result is called. */
export type Follow = (send: (event: string, data: unknown) => void) => () => void;

/**
 * Server-sent events. A client that reads slowly misses events rather than memory: it is told how many, in an
 * event `missed`, once there is room again.
 */
export function eventStream(
  follow: Follow,
  { ended, heartbeatMs = 15_000, bufferLimit = 1024 * 1024 }: Options,
): Readable {
  let missed = 0;
  const text = (event: string, data: unknown) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
  const tellMissed = () => {
    if (missed > 0) stream.push(text("missed", { count: missed }));
    missed = 0;
  };
  const hasRoom = () => stream.readableLength < bufferLimit;
  const stream = new Readable({
    encoding: "utf8",
    // Pushed as it happens; what is read makes room.
    read: () => tellMissed(),
    destroy(error, done) {
      clearInterval(heartbeat);
      ended.removeEventListener("abort", end);
      unfollow();
      done(error);
    },
  });
  const end = () => void stream.push(null);
  const unfollow = follow((event, data) => {
    if (!hasRoom()) {
      missed += 1;
      return;
    }
    tellMissed();
    stream.push(text(event, data));
  });
  const heartbeat = setInterval(() => hasRoom() && stream.push(":\n\n"), heartbeatMs).unref();
  stream.push(":\n\n");
  if (ended.aborted) end();
  else ended.addEventListener("abort", end, { once: true });
  return stream;
}
