import { compare } from "./compare.ts";
import type { Answer, Difference } from "./difference.ts";
import type { Plan, PlannedRead, SkippedRead } from "./reads.ts";
import { readFrom, type Side } from "./side.ts";

/** What a read showed. */
export interface ReadOutcome {
  operation: string;
  target: string;
  /** 0 to 100: the share of what was compared that is the same. */
  score: number;
  differences: Difference[];
  duration_ms: number;
}

export interface Drift {
  base: string;
  against: string;
  /** The mean of the operations' scores. */
  score: number;
  reads: ReadOutcome[];
  skipped: SkippedRead[];
}

interface Sides {
  base: Side;
  against: Side;
}

/** Sends each read to both sides, and compares what they answer; throws Unreachable. */
export async function measureDrift(
  sides: Sides,
  { reads, skipped }: Plan,
  onRead: (outcome: ReadOutcome) => void = () => {},
): Promise<Drift> {
  const outcomes: ReadOutcome[] = [];
  for (const read of reads) {
    const outcome = await measure(sides, read);
    outcomes.push(outcome);
    onRead(outcome);
  }
  return {
    base: sides.base.baseUrl,
    against: sides.against.baseUrl,
    score: totalOf(outcomes),
    reads: outcomes,
    skipped,
  };
}

async function measure(
  { base, against }: Sides,
  { operation, target, enumOf }: PlannedRead,
): Promise<ReadOutcome> {
  const began = performance.now();
  const [one, other]: [Answer, Answer] = await Promise.all([
    readFrom(base, target),
    readFrom(against, target),
  ]);
  const { differences, compared } = compare(one, other, enumOf);
  const isStatus = differences.some(({ kind }) => kind === "status");
  const differing = new Set(differences.map(({ kind, at }) => `${kind === "header"} ${at}`)).size;
  const score = isStatus ? 0 : percent((compared - differing) / compared);
  const duration_ms = Math.round(performance.now() - began);
  return { operation, target, score, differences, duration_ms };
}

/** Rounded down, so that only what is the same throughout has 100. */
const percent = (share: number): number => Math.floor(share * 1_000) / 10;

function totalOf(outcomes: readonly ReadOutcome[]): number {
  if (outcomes.length === 0) return 0;
  return Math.floor((outcomes.reduce((sum, { score }) => sum + score, 0) / outcomes.length) * 10) / 10;
}
