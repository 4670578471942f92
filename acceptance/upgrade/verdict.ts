import { type Tally, violations } from "../faults/tally.ts";
import { longestGap } from "../scale/probe.ts";

/** What happened in a stage: its load, and reading back what that has written. */
export interface Figures {
  stage: string;
  seconds: number;
  requests: number;
  acknowledged: number;
  /** Answers 5xx, refusals of valid requests, and requests without an answer. */
  failed: string[];
  lost: string[];
  duplicated: string[];
  /** All else that must not happen, such as half a purchase. */
  others: string[];
  /** The longest time without an acknowledged write. */
  pauseSeconds: number;
  slowestSeconds: number;
}

/** What the clients saw while they sent their load. */
export interface Seen {
  seconds: number;
  requests: number;
  /** Acknowledged writes. */
  acknowledged: number;
  /** Moments of acknowledged writes, in milliseconds. */
  acknowledgedAt: readonly number[];
  slowestMs: number;
}

const counted = ["lost", "duplicated"];
/** Named among `failed`. */
const failures = ["valid writes refused", "answers 5xx other than 502, 503, 504, 507"];

/** The figures of a stage that had a tally of its own. */
export function figuresOf(stage: string, tally: Tally, seen: Seen): Figures {
  const { lost, duplicated } = tally;
  const others = Object.entries(violations(tally))
    .filter(([what]) => !counted.includes(what) && !failures.includes(what))
    .flatMap(([what, cases]) => cases.map((one) => `${what}: ${one}`));
  return {
    stage,
    requests: seen.requests,
    acknowledged: seen.acknowledged,
    failed: [...tally.failures, ...tally.refused],
    lost,
    duplicated,
    others,
    seconds: seen.seconds,
    pauseSeconds: longestGap(seen.acknowledgedAt) / 1_000,
    slowestSeconds: seen.slowestMs / 1_000,
  };
}

/** Whether nobody could notice the stage but by waiting. A stage without writes shows nothing. */
export const isFlawless = ({ acknowledged, failed, lost, duplicated, others }: Figures): boolean =>
  acknowledged > 0 && [failed, lost, duplicated, others].every(({ length }) => length === 0);

/** The figures in a line, and a line for each case of what must not happen. */
export function reportOf(figures: Figures): string {
  const { requests, acknowledged, failed, lost, duplicated, others } = figures;
  const tenths = (value: number) => value.toFixed(1);
  const counts = [
    `${requests} requests`,
    `${acknowledged} acknowledged writes`,
    `${failed.length} failed`,
    `${lost.length} lost`,
    `${duplicated.length} duplicated`,
    `${others.length} other violations`,
    `${tenths(figures.seconds)} s`,
    `longest time without a write ${tenths(figures.pauseSeconds)} s`,
    `slowest request ${tenths(figures.slowestSeconds)} s`,
  ];
  const cases = Object.entries({ failed, lost, duplicated, others }).flatMap(([what, all]) =>
    all.slice(0, 10).map((one) => `  ${what}: ${one}`),
  );
  return [counts.join(", "), ...cases].join("\n");
}
