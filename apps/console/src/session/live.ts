import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLab } from "./session.ts";

/** What happens is told event by event; lists are read again at most this often. */
const pauseMs = 600;
/** How long it waits before it follows the stream again. */
const [shortestMs, longestMs] = [1_000, 30_000];

/** Reads these lists of the lab again whenever a request or a notification has come. */
export function useLive(...lists: readonly ("requests" | "notifications")[]): void {
  const { adminToken, world } = useLab();
  const queries = useQueryClient();
  const wanted = lists.join(" ");
  useEffect(() => {
    const ending = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const changed = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        for (const list of wanted.split(" ")) void queries.invalidateQueries({ queryKey: ["lab", list] });
      }, pauseMs);
    };
    // EventSource sends no Authorization, so that the stream is read by hand.
    void stayWith({ adminToken, world, signal: ending.signal }, changed);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [adminToken, world, queries, wanted]);
}

/** Follows the stream, and again a moment after it has ended: the product may have been restarted. */
async function stayWith(followed: Followed, changed: () => void): Promise<void> {
  for (let waitMs = shortestMs; !followed.signal.aborted; waitMs = Math.min(2 * waitMs, longestMs)) {
    try {
      await follow(followed, () => {
        waitMs = shortestMs;
        changed();
      });
    } catch {
      // What the page shows was read without the stream.
    }
    await sleep(waitMs, followed.signal);
    // What came meanwhile was told to nobody.
    if (!followed.signal.aborted) changed();
  }
}

const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });

interface Followed {
  adminToken: string;
  world: string;
  signal: AbortSignal;
}

async function follow({ adminToken, world, signal }: Followed, changed: () => void): Promise<void> {
  const answer = await fetch("/_sandbox/stream", {
    headers: { Authorization: `Bearer ${adminToken}`, "X-Sandbox-World": world },
    signal,
  });
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
    if (part.value.includes("event:")) changed();
}
