import type { TitleMatrix } from "../features/sparse-matrix.ts";
import { rowsOfSet, type TrainingSet } from "../features/training-set.ts";
import type { Vocabulary } from "../features/vocabulary.ts";
import { collectNeighbors } from "../neighbors/nearest-neighbors.ts";
import { type GroupPlan, trainGroup } from "./groups.ts";
import type { LinearData } from "./linear-model.ts";
import { WeightCollector } from "./sparse-weights.ts";
import { type StopRule, trainBinary } from "./svm.ts";

const stopRule: StopRule = { maxPasses: 20, tolerance: 0.1 };
const cost = 1;
/** Class weighting: C grows with this power of how much rarer a category is than the average. */
const balance = 0.8;
/** Prior correction: a rare category's bias grows by this times the logarithm of the same ratio. */
const priorBonus = 0.06;
/** Bias of a category without training rows. */
const unknownMargin = -1;

/** A site's training titles with everything derived from them. */
export interface Material {
  set: TrainingSet;
  matrix: TitleMatrix;
  vocabulary: Vocabulary;
  groups: GroupPlan;
  /** The rows to train a category from; see negative-sampling.ts. */
  sampler: (category: number) => Uint32Array;
}

/** Trains the linear model from the given rows; calls back with the share of categories that is done. */
export function trainLinear(
  material: Material,
  rows: Uint32Array,
  onProgress: (share: number) => void = () => {},
): LinearData {
  const { set, matrix, vocabulary, groups } = material;
  const isUsed = new Uint8Array(matrix.rowCount);
  for (const row of rows) isUsed[row] = 1;
  const collector = new WeightCollector(matrix.featureCount, set.categoryIds.length + groups.members.length);
  set.categoryIds.forEach((_, category) => {
    const sampled = material.sampler(category).filter((row) => isUsed[row] === 1);
    collector.add(trainCategory(material, { category, rows: sampled, rowCount: rows.length }));
    onProgress((category + 1) / set.categoryIds.length);
  });
  for (const members of groups.members) collector.add(trainGroup({ set, matrix, rows }, members, stopRule));
  return {
    hashes: vocabulary.hashes,
    idfWeights: vocabulary.idfWeights,
    weights: collector.pack(),
    membership: groups.membership,
    neighbors: collectNeighbors(rowsOfSet(set, rows), vocabulary),
  };
}

interface CategoryTask {
  category: number;
  rows: Uint32Array;
  /** Training rows of all categories. */
  rowCount: number;
}

function trainCategory({ set, matrix }: Material, { category, rows, rowCount }: CategoryTask): Float32Array {
  const isPositive = Uint8Array.from(set.labels, (label) => (label === category ? 1 : 0));
  const positives = rows.filter((row) => isPositive[row] === 1);
  const bias = matrix.featureCount;
  if (positives.length === 0) return new Float32Array(bias + 1).fill(unknownMargin, bias);
  const rarity = rowCount / set.categoryIds.length / positives.length;
  const positiveCost = cost * rarity ** balance;
  const weights = trainBinary({ matrix, rows, isPositive, positiveCost, negativeCost: cost }, stopRule);
  weights[bias] = (weights[bias] ?? 0) + priorBonus * Math.log(rarity);
  return weights;
}
