import { describe, expect, it } from "vitest";
import type { RateLimiter } from "./rate-limit.ts";

interface Driver {
  /** A limiter with buckets of its own. */
  open(): RateLimiter;
  /** Moves its clock forward. */
  advance(ms: number): void;
}

/** What every driver of the limiter does alike. */
export function limitsAlike(name: string, { open, advance }: Driver): void {
  describe(`the rate limiter, ${name}`, () => {
    const all = async (take: RateLimiter, keys: string[], perMinute: number) => {
      const waits: number[] = [];
      for (const key of keys) waits.push(await take(key, perMinute));
      return waits;
    };

    it("grants a minute's worth at once, and says when the next one is earned", async () => {
      const take = open();
      expect(await all(take, ["a", "a", "a", "a"], 3)).toEqual([0, 0, 0, 20]);
      advance(19_999);
      expect(await take("a", 3)).toBe(1);
      advance(1);
      expect(await all(take, ["a", "a"], 3)).toEqual([0, 20]);
    });

    it("counts each key for itself, and nothing without a limit", async () => {
      const take = open();
      expect(await all(take, ["a", "b", "a"], 1)).toEqual([0, 0, 60]);
      expect(await all(take, Array(100).fill("c"), 0)).toEqual(Array(100).fill(0));
    });

    it("does not save up beyond a minute", async () => {
      const take = open();
      await take("a", 2);
      advance(3_600_000);
      expect(await all(take, ["a", "a", "a"], 2)).toEqual([0, 0, 30]);
    });

    it("follows a limit that is changed", async () => {
      const take = open();
      expect(await all(take, ["a", "a"], 5)).toEqual([0, 0]);
      expect(await all(take, ["a", "a"], 1)).toEqual([0, 60]);
      advance(60_000);
      expect(await all(take, ["a", "a"], 5)).toEqual([0, 0]);
    });

    it("lets exactly the limit pass when all come at once", async () => {
      const take = open();
      const waits = await Promise.all(Array.from({ length: 100 }, () => take("a", 7)));
      expect(waits.filter((seconds) => seconds === 0)).toHaveLength(7);
    });
  });
}
