import { randomInt } from "node:crypto";
import { worldNumbers } from "../routing/credential-worlds.ts";

/** Gives worlds their ids. Those of worlds that have ended are given again only after all others. */
export function createWorldIds(isPresent: (id: string) => boolean) {
  const used = new Set<string>();
  return {
    /** Whether there was one. */
    get given() {
      return used.size > 0;
    },
    next(): string {
      if (used.size > (worldNumbers.last - worldNumbers.first) / 2) used.clear();
      for (;;) {
        const id = `w${randomInt(worldNumbers.first, worldNumbers.last + 1)}`;
        if (used.has(id)) continue;
        used.add(id);
        if (!isPresent(id)) return id;
      }
    },
  };
}
