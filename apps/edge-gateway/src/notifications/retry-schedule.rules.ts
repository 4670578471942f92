const second = 1_000;
const minute = 60 * second;

/** Waits between one attempt and the next, in milliseconds (decisions 4.2): one attempt more than there are waits. */
export const standardGaps: readonly number[] = [
  5 * second,
  30 * second,
  2 * minute,
  5 * minute,
  10 * minute,
  15 * minute,
  20 * minute,
];

const spread = 0.2;

/** The longest wait of a delivery by the number of its attempts, in milliseconds; a claimed one waits `claimMs`. */
export const longestWaits = (gaps: readonly number[], claimMs: number): number[] => [
  claimMs,
  ...gaps.map((gap) => Math.max(gap * (1 + spread), claimMs)),
];

/**
 * When to try again after the attempt with this number (from 1) failed, or `undefined` when it was the last. Each wait
 * differs by up to 20 % either way, so that what failed together does not come back together.
 */
export function nextAttempt(
  attempt: number,
  failedAt: Date,
  { gaps = standardGaps, random = Math.random }: { gaps?: readonly number[]; random?: () => number } = {},
): Date | undefined {
  const gap = gaps[attempt - 1];
  if (gap === undefined) return undefined;
  return new Date(failedAt.getTime() + gap * (1 - spread + 2 * spread * random()));
}
