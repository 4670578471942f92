import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLab } from "./session.ts";

/** What happens is told event by event; lists are read again at most this often. */
const pauseMs = 600;

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
    follow({ adminToken, world, signal: ending.signal }, changed).catch(() => {
      // A stream that ends is no fault of the page: what it shows was read without it.
    });
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [adminToken, world, queries, wanted]);
}

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
