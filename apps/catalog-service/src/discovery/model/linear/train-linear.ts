import type { TitleMatrix } from "../features/sparse-matrix.ts";
import type { TrainingSet } from "../features/training-set.ts";
import type { Vocabulary } from "../features/vocabulary.ts";
import { collectNeighbors } from "../neighbors/nearest-neighbors.ts";
import { type GroupPlan, trainGroup } from "./groups.ts";
import type { LinearData } from "./linear-model.ts";
import { WeightCollector } from "./sparse-weights.ts";
import { type StopRule, trainBinary } from "./svm.ts";

/** Few passes: full convergence costs a quarter more time and is no more accurate (see bench/prediction). */
const stopRule: StopRule = { maxPasses: 6, tolerance: 0.1 };
const cost = 1;
/** Class weighting: C grows with this power of how much rarer a category is than the average. */
const balance = 0.8;
/** Prior correction: a rare category's bias grows by this times the logarithm of the same ratio. */
const priorBonus = 0.06;

/** A site's training titles with everything derived from them. */
export interface Material {
  set: TrainingSet;
  matrix: TitleMatrix;
  vocabulary: Vocabulary;
  groups: GroupPlan;
  /** The rows to train a category from; see negative-sampling.ts. */
  sampler: (category: number) => Uint32Array;
}

/** Trains the linear model; calls back with the share of categories that is done. */
export function trainLinear(material: Material, onProgress: (share: number) => void = () => {}): LinearData {
  const { set, matrix, vocabulary, groups } = material;
  const collector = new WeightCollector(matrix.featureCount, set.categoryIds.length + groups.members.length);
  set.categoryIds.forEach((_, category) => {
    collector.add(trainCategory(material, category));
    onProgress((category + 1) / set.categoryIds.length);
  });
  for (const members of groups.members) collector.add(trainGroup({ set, matrix }, members, stopRule));
  return {
    hashes: vocabulary.hashes,
    idfWeights: vocabulary.idfWeights,
    weights: collector.pack(),
    membership: groups.membership,
    neighbors: collectNeighbors(set, vocabulary),
  };
}

function trainCategory({ set, matrix, sampler }: Material, category: number): Float32Array {
  const isPositive = Uint8Array.from(set.labels, (label) => (label === category ? 1 : 0));
  const positives = isPositive.reduce((sum, one) => sum + one, 0);
  const bias = matrix.featureCount;
  const rarity = set.titles.length / set.categoryIds.length / positives;
  const positiveCost = cost * rarity ** balance;
  const rows = sampler(category);
  const weights = trainBinary({ matrix, rows, isPositive, positiveCost, negativeCost: cost }, stopRule);
  weights[bias] = (weights[bias] ?? 0) + priorBonus * Math.log(rarity);
  return weights;
}
