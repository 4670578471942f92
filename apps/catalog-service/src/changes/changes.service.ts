import { randomUUID } from "node:crypto";
import { type Invalidations, openInvalidations } from "@marketplace/database";
import { type Logger, within } from "@marketplace/server";

/** Surrogate keys of cacheable responses; triggers of the database notify their changes. */
const names = ["tree", "titles"] as const;

/** Changes in this service's database, made by any process. */
export interface Changes {
  /** Whether every change is received at present. */
  readonly live: boolean;
  /** Calls back with changed keys, with every key after a gap; returns a function that unsubscribes. */
  on(changed: (name: string) => void): () => void;
  close(): Promise<void>;
}

/** Without notifications nothing may be cached. */
const noChanges: Changes = { live: false, on: () => () => {}, close: async () => {} };

/** Listens to NOTIFY of the database; connects at the first subscription. */
export function openChanges(url: string | undefined, log: Logger): Changes {
  if (url === undefined) return noChanges;
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

/** The answer to a gateway in another process. */
export interface ChangedKeys {
  position: string;
  /** `null`: anything may have changed. */
  keys: string[] | null;
}

/** Changes are not received at present, so that the gateway must not cache anything. */
export class ChangesUnknown extends Error {
  override name = "ChangesUnknown";
  readonly unavailable = true;
}

const maxRemembered = 1_000;
/** How long a call waits for a process that begins to listen. */
const connectMs = 500;
/** Replicas in one position. */
const maxReplicas = 16;
/** One replica's part of a position: its process and the number of changes it had received. */
const partPattern = /^([0-9a-f-]{36}):(\d+)$/;

/**
 * Returns the keys that changed after a position (`changes` of the contract); listens from the first call on.
 * An answer comes soon even if nothing changed: while none comes, gateways do not use what they remember.
 * Each replica counts for itself, and the next call may reach another one, so a position has the count of
 * every replica.
 */
export function createChangeLog(
  changes: Changes,
  waitMs = 150,
): (after: string | undefined) => Promise<ChangedKeys> {
  const epoch = randomUUID();
  const received: string[] = [];
  let dropped = 0;
  let next = Promise.withResolvers<void>();
  let listens = false;
  const changed = (name: string) => {
    received.push(name);
    if (received.length > maxRemembered) {
      received.shift();
      dropped += 1;
    }
    next.resolve();
    next = Promise.withResolvers();
  };
  const since = (after: string | undefined): ChangedKeys => {
    const count = dropped + received.length;
    const parts = (after ?? "").split(",").flatMap((text) => [partPattern.exec(text) ?? []]);
    const others = parts.filter(([text, id]) => text !== undefined && id !== epoch).map(([text]) => text);
    const position = [...others.slice(1 - maxReplicas), `${epoch}:${count}`].join(",");
    const known = Number(parts.find(([, id]) => id === epoch)?.[2] ?? -1);
    const follows = known >= dropped && known <= count;
    const keys = follows ? [...new Set(received.slice(known - dropped))] : null;
    return { position, keys };
  };
  return async (after) => {
    if (!listens) changes.on(changed);
    listens = true;
    // Connecting announces every key, so that the first call is answered as soon as changes are received.
    if (!changes.live) await within(connectMs, next.promise);
    else if (since(after).keys?.length === 0) await within(waitMs, next.promise);
    if (!changes.live) throw new ChangesUnknown("changes of the catalog are not heard of");
    return since(after);
  };
}
