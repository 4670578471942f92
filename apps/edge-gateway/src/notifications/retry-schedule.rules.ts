const second = 1_000;
const minute = 60 * second;

/** Waits between attempts, in milliseconds (decisions 4.2). */
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

/** The longest wait by number of attempts, in milliseconds. */
export const longestWaits = (gaps: readonly number[]): number[] => [
  0,
  ...gaps.map((gap) => gap * (1 + spread)),
];

/** When to try again after attempt `attempt` (from 1), if ever; jitter spreads what failed together. */
export function nextAttempt(
  attempt: number,
  failedAt: Date,
  { gaps = standardGaps, random = Math.random }: { gaps?: readonly number[]; random?: () => number } = {},
): Date | undefined {
  const gap = gaps[attempt - 1];
  if (gap === undefined) return undefined;
  return new Date(failedAt.getTime() + gap * (1 - spread + 2 * spread * random()));
}
