import { splitSite } from "@marketplace/database";
import { afterAll, vi } from "vitest";

/**
 * Splits a site off as far as a test lets it, batch after batch. Call it at the top level of a test file,
 * after the processes that use the databases: the split ends before they do.
 */
export function heldSplit(split: Omit<Parameters<typeof splitSite>[0], "moved">) {
  let allowed = 0;
  let moved = 0;
  let ended: ReturnType<typeof splitSite> | undefined;
  const hold = async (rows: number) => {
    moved = rows;
    // As long as the tests of this stage take, on a busy machine too.
    await vi.waitUntil(() => allowed > rows, { timeout: 600_000 });
  };
  const begin = () => {
    const began = splitSite({ ...split, moved: hold });
    // Tests that wait for the split report its failure.
    began.catch(() => {});
    return began;
  };
  /** Lets it begin, or go on, until it has moved so many rows. */
  const allow = (rows: number) => {
    allowed = rows;
    ended ??= begin();
    return ended;
  };
  afterAll(async () => {
    if (ended) await allow(Number.POSITIVE_INFINITY);
  });
  return {
    /** Lets it go on until it has moved so many rows, without waiting for it. */
    allow: (rows: number): void => void allow(rows),
    /** Resolves when it has moved so many rows. */
    async until(rows: number): Promise<void> {
      allow(rows);
      await vi.waitUntil(() => moved >= rows, { timeout: 50_000 });
    },
    /** Lets it move the rest; rejects when it has failed. */
    toEnd: () => allow(Number.POSITIVE_INFINITY),
  };
}
