import { expect, test } from "vitest";
import { eventStream } from "./event-stream.ts";

type Send = (event: string, data: unknown) => void;

function followed(options: { bufferLimit?: number; heartbeatMs?: number } = {}) {
  const ending = new AbortController();
  const followers = new Set<Send>();
  const stream = eventStream(
    (send) => {
      followers.add(send);
      return () => void followers.delete(send);
    },
    { ended: ending.signal, ...options },
  );
  const tell = (event: string, data: unknown) => {
    for (const send of followers) send(event, data);
  };
  return { stream, tell, followers, end: () => ending.abort() };
}

test("events arrive in order, and the stream ends with the world", async () => {
  const { stream, tell, end, followers } = followed();
  tell("request", { id: "a" });
  tell("notification", { id: "b" });
  end();
  expect((await stream.toArray()).join("")).toBe(
    ':\n\nevent: request\ndata: {"id":"a"}\n\nevent: notification\ndata: {"id":"b"}\n\n',
  );
  expect(followers.size).toBe(0);
});

test("a slow client misses events, and is told how many", async () => {
  const { stream, tell, end } = followed({ bufferLimit: 100 });
  for (let number = 0; number < 50; number++) tell("request", { number });
  expect(stream.readableLength).toBeLessThan(200);
  const first = String(stream.read());
  expect(first).toContain('{"number":0}');
  expect(first).not.toContain('{"number":49}');
  tell("request", { number: 50 });
  end();
  const rest = (await stream.toArray()).join("");
  const seen = (first.match(/"number"/g) ?? []).length;
  expect(first + rest).toContain(`event: missed\ndata: {"count":${50 - seen}}`);
  expect(rest).toContain('{"number":50}');
});

test("a client that leaves is not followed any more, and a quiet stream has a heartbeat", async () => {
  const { stream, followers } = followed({ heartbeatMs: 1 });
  const chunks: string[] = [];
  for await (const chunk of stream) {
    chunks.push(chunk);
    if (chunks.join("").length > 6) break;
  }
  expect(chunks.join("")).toMatch(/^(:\n\n)+$/);
  expect(followers.size).toBe(0);
});

test("of a world that has ended there is nothing to follow", async () => {
  const stream = eventStream(() => () => {}, { ended: AbortSignal.abort() });
  expect((await stream.toArray()).join("")).toBe(":\n\n");
});
