import type { Changes } from "../changes/changes.service.ts";

/** The changes in all databases of a process, which come and go. */
export interface MergedChanges extends Changes {
  /** Listens to one more database; returns what ends that. */
  add(changes: Changes): () => void;
}

/** Changes in any database. While one of them is not heard of, none may be relied on. */
export function mergedChanges(): MergedChanges {
  const parts = new Map<Changes, (() => void) | undefined>();
  const listeners = new Set<(name: string) => void>();
  const tell = (name: string) => {
    for (const listener of listeners) listener(name);
  };
  const listen = (): void => {
    for (const [part, end] of parts) if (!end) parts.set(part, part.on(tell));
  };
  return {
    get live() {
      return [...parts.keys()].every((part) => part.live);
    },
    on(changed) {
      listeners.add(changed);
      listen();
      return () => void listeners.delete(changed);
    },
    add(part) {
      parts.set(part, undefined);
      // The site is in another database from now on: what comes before it listens may have been missed.
      if (listeners.size > 0) listen();
      return () => {
        parts.get(part)?.();
        parts.delete(part);
      };
    },
    async close() {
      for (const end of parts.values()) end?.();
      parts.clear();
    },
  };
}
