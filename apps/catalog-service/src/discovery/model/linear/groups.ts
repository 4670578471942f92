import { seededRandom, shuffle } from "../features/seeded-random.ts";
import type { TitleMatrix } from "../features/sparse-matrix.ts";
import type { CategoryPaths, TrainingSet } from "../features/training-set.ts";
import { invertedIndex } from "../neighbors/inverted-index.ts";
import { type StopRule, trainBinary } from "./svm.ts";

/** Weight of the group margins beside a category's own: sibling categories support each other. */
const groupWeight = 0.5;
/** Maximum training rows of a group, which is easier to learn than a category. */
const maxRows = 20_000;
/** Together with 50 000 categories, groups are still numbered in 16 bits. */
const maxGroups = 15_000;

/** Compressed lists: category c belongs to `groups[starts[c]]` to `groups[starts[c + 1] - 1]`. */
export interface Membership {
  starts: Uint32Array;
  groups: Uint16Array;
}

/** The groups that hold some but not all categories, in order of name. */
export interface GroupPlan {
  /** The categories of each group. */
  members: Set<number>[];
  membership: Membership;
}

/** A group is the set of categories below one name of the tree. Without paths the plan is empty. */
export function planGroups({ categoryIds }: TrainingSet, paths: CategoryPaths): GroupPlan {
  const byName = new Map<string, Set<number>>();
  categoryIds.forEach((id, category) => {
    for (const name of paths.get(id) ?? []) {
      byName.set(name, (byName.get(name) ?? new Set()).add(category));
    }
  });
  const names = [...byName.keys()].sort();
  const members = names
    .map((name) => byName.get(name) ?? new Set<number>())
    .filter(({ size }) => size > 1 && size < categoryIds.length)
    .slice(0, maxGroups);
  return { members, membership: membershipOf(members, categoryIds.length) };
}

/** Trains one group against the rest: a weight per feature and the bias last. */
export function trainGroup(
  { set, matrix }: { set: TrainingSet; matrix: TitleMatrix },
  members: Set<number>,
  stop: StopRule,
): Float32Array {
  const isPositive = Uint8Array.from(set.labels, (label) => (members.has(label) ? 1 : 0));
  const rows = sampleOf(isPositive);
  return trainBinary({ matrix, rows, isPositive, positiveCost: 1, negativeCost: 1 }, stop);
}

/** Adds to a category's score the weighted mean of its groups' scores, which follow all categories'. */
export function addGroupScores(scores: Float64Array, { starts, groups }: Membership): void {
  const categoryCount = starts.length - 1;
  for (let category = 0; category < categoryCount; category++) {
    const start = starts[category] ?? 0;
    const end = starts[category + 1] ?? 0;
    let sum = 0;
    for (let i = start; i < end; i++) sum += scores[categoryCount + (groups[i] ?? 0)] ?? 0;
    if (end > start) scores[category] = (scores[category] ?? 0) + (groupWeight * sum) / (end - start);
  }
}

function membershipOf(members: readonly Set<number>[], categoryCount: number): Membership {
  const pairs = members.flatMap((categories, group) => Array.from(categories, (of) => ({ of, group })));
  const { starts, entries } = invertedIndex(
    Uint32Array.from(pairs, ({ of }) => of),
    categoryCount,
  );
  return { starts, groups: Uint16Array.from(entries, (entry) => pairs[entry]?.group ?? 0) };
}

/** All rows, or a sample of `maxRows`, up to half of it positive. */
function sampleOf(isPositive: Uint8Array): Uint32Array {
  const rows = Uint32Array.from(isPositive.keys());
  if (rows.length <= maxRows) return rows;
  shuffle(rows, rows.length, seededRandom(rows.length));
  const own = rows.filter((row) => isPositive[row] === 1).subarray(0, maxRows / 2);
  const others = rows.filter((row) => isPositive[row] === 0).subarray(0, maxRows - own.length);
  return Uint32Array.of(...own, ...others).sort();
}
