import { randomUUID } from "node:crypto";
import { type Invalidations, openInvalidations } from "@marketplace/database";
import type { Logger } from "@marketplace/server";

/** Names under which answers of this service may be kept; triggers of the database announce them when they change. */
const names = ["tree", "titles"] as const;

/** Hears what any process changes in this service's database. */
export interface Changes {
  /** Whether every change is heard of at present. */
  readonly live: boolean;
  /** Calls back with the name of what changed, every name when changes may have been missed; answers how to end it. */
  on(changed: (name: string) => void): () => void;
  close(): Promise<void>;
}

/** Nothing is heard: whoever asks keeps nothing. */
const deaf: Changes = { live: false, on: () => () => {}, close: async () => {} };

/**
 * Changes of this service as its database announces them; connects when somebody wants to hear of them. Without an
 * address to listen at nothing is ever heard.
 */
export function changesOf(url: string | undefined, log: Logger): Changes {
  if (url === undefined) return deaf;
  const invalidations: Invalidations = openInvalidations({ url, log });
  return {
    get live() {
      return invalidations.listening;
    },
    on(changed) {
      const ends = names.map((name) => invalidations.on(name, () => changed(name)));
      return () => {
        for (const end of ends) end();
      };
    },
    close: () => invalidations.close(),
  };
}

/** What is answered to a gateway in another process. */
export interface News {
  position: string;
  /** `null`: anything may have changed. */
  keys: string[] | null;
}

/** Changes are not heard of at present: whoever asks must not keep anything. */
export class ChangesUnknown extends Error {
  override name = "ChangesUnknown";
  readonly unavailable = true;
}

const mostRemembered = 1_000;
/** Replicas whose counts a position names at most. */
const mostReplicas = 16;
/** One replica's part of a position: which process it is, and how many changes it had been told. */
const place = /^([0-9a-f-]{36}):(\d+)$/;

/**
 * Answers what has changed after a position (the contract's `changes`); listens from the first question on. Replicas count
 * for themselves, so a position names a count of each that was asked: the next question may reach another one.
 */
export function changeLog(changes: Changes, waitMs = 5_000): (after: string | undefined) => Promise<News> {
  const epoch = randomUUID();
  const told: string[] = [];
  let forgotten = 0;
  let next = Promise.withResolvers<void>();
  let listens = false;
  const changed = (name: string) => {
    told.push(name);
    if (told.length > mostRemembered) {
      told.shift();
      forgotten += 1;
    }
    next.resolve();
    next = Promise.withResolvers();
  };
  const since = (after: string | undefined): News => {
    const count = forgotten + told.length;
    const places = (after ?? "").split(",").flatMap((text) => [place.exec(text) ?? []]);
    const others = places.filter(([text, id]) => text !== undefined && id !== epoch).map(([text]) => text);
    const position = [...others.slice(1 - mostReplicas), `${epoch}:${count}`].join(",");
    const known = Number(places.find(([, id]) => id === epoch)?.[2] ?? -1);
    const follows = known >= forgotten && known <= count;
    const keys = follows ? [...new Set(told.slice(known - forgotten))] : null;
    return { position, keys };
  };
  return async (after) => {
    if (!listens) changes.on(changed);
    listens = true;
    if (since(after).keys?.length === 0) await within(waitMs, next.promise);
    if (!changes.live) throw new ChangesUnknown("changes of the catalog are not heard of");
    return since(after);
  };
}

function within(ms: number, event: Promise<void>): Promise<void> {
  const over = Promise.withResolvers<void>();
  const timer = setTimeout(over.resolve, ms);
  return Promise.race([event, over.promise]).finally(() => clearTimeout(timer));
}
