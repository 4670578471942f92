import { planGroups, trainGroup } from "./groups.ts";
import { buildMatrix, type TitleMatrix } from "./matrix.ts";
import { CategoryModel, type ModelData } from "./model.ts";
import { rowsFor } from "./negatives.ts";
import { collectNeighbours } from "./neighbours.ts";
import { noNetwork } from "./network.ts";
import { lessonOf, type SiblingSite, siblingSets } from "./siblings.ts";
import { WeightCollector } from "./sparse-weights.ts";
import { type StopRule, trainBinary } from "./svm.ts";
import { trainNetworks } from "./train-network.ts";
import {
  type CategoryPaths,
  type LabelledTitle,
  prepareTrainingSet,
  type TrainingSet,
  withNames,
} from "./training-set.ts";
import { buildVocabulary } from "./vocabulary.ts";

const stopRule: StopRule = { maxPasses: 20, tolerance: 0.1 };
const cost = 1;
/** Rows of rare categories cost more, by this power of how much rarer they are than the average (balanced accuracy). */
const balance = 0.8;
/** Rare categories are also raised by this times the logarithm of how much rarer they are; the many else outvote them. */
const rarityBonus = 0.06;

/** A stored model stays below 10 MB; the networks take what the rest leaves of this, but no more than pays. */
const modelBytes = 9_000_000;
const networkBytes = 3_500_000;

export interface TrainProgress {
  categoriesDone: number;
  categoriesTotal: number;
}

export interface TrainOptions {
  /** Called after each category. */
  onProgress?: (progress: TrainProgress) => void;
  /** Titles used at most; see `prepareTrainingSet`. */
  maxTitles?: number;
  /**
   * Where the categories are in the site's tree. What is on one path belongs together, and its names are one more title; without
   * paths each category is learnt by its own titles alone. Categories without titles are not learnt.
   */
  paths?: CategoryPaths;
  /** Whether networks are trained beside the margins: most of the time, the last half point of accuracy. Default true. */
  networks?: boolean;
  /** Other sites of its language: its networks learn their words and what these go with. Its categories stay its own. Default none. */
  siblings?: readonly SiblingSite[];
}

/**
 * Trains the model of one site from its own titles. The same titles give the same model, whatever their order; no
 * titles give a model that predicts nothing.
 */
export function train(titles: Iterable<LabelledTitle>, options: TrainOptions = {}): CategoryModel {
  const paths: CategoryPaths = options.paths ?? new Map();
  const set = withNames(prepareTrainingSet(titles, options.maxTitles), paths);
  const siblings = siblingSets(options.networks === false ? [] : (options.siblings ?? []));
  const vocabulary = buildVocabulary([set, ...siblings].flatMap((known) => known.titles));
  const matrix = buildMatrix(set.titles, vocabulary);
  const plan = planGroups(set, paths);
  const collector = new WeightCollector(matrix.featureCount, set.categoryIds.length + plan.members.length);
  const sampler = rowsFor(set);
  set.categoryIds.forEach((_, category) => {
    collector.add(trainCategory({ set, matrix, category, rows: sampler(category) }));
    options.onProgress?.({ categoriesDone: category + 1, categoriesTotal: set.categoryIds.length });
  });
  for (const members of plan.members) collector.add(trainGroup({ set, matrix }, members, stopRule));
  const linear = {
    categoryIds: set.categoryIds,
    hashes: vocabulary.hashes,
    rarities: vocabulary.rarities,
    weights: collector.pack(),
    membership: plan.membership,
    neighbours: collectNeighbours(set, vocabulary),
  };
  if (options.networks === false) return new CategoryModel({ ...linear, network: noNetwork() });
  const network = trainNetworks({
    own: { matrix, labels: set.labels, membership: plan.membership },
    siblings: siblings.map((sibling) => lessonOf(sibling, vocabulary)),
    byteLimit: Math.min(networkBytes, modelBytes - bytesOf(linear)),
  });
  return new CategoryModel({ ...linear, network });
}

/** What the large arrays of a model take when stored. */
function bytesOf({ hashes, rarities, weights, neighbours }: Omit<ModelData, "network">): number {
  const arrays = [hashes, rarities, ...Object.values(weights), ...Object.values(neighbours)];
  return arrays.reduce((sum, { byteLength }) => sum + byteLength, 0);
}

interface CategoryTask {
  set: TrainingSet;
  matrix: TitleMatrix;
  category: number;
  rows: Uint32Array;
}

function trainCategory({ set, matrix, category, rows }: CategoryTask): Float32Array {
  const isPositive = Uint8Array.from(set.labels, (label) => (label === category ? 1 : 0));
  const positives = rows.filter((row) => isPositive[row] === 1);
  const evenShare = set.titles.length / set.categoryIds.length;
  const rarity = evenShare / positives.length;
  const positiveCost = cost * rarity ** balance;
  const weights = trainBinary({ matrix, rows, isPositive, positiveCost, negativeCost: cost }, stopRule);
  const bias = matrix.featureCount;
  weights[bias] = (weights[bias] ?? 0) + rarityBonus * Math.log(rarity);
  return weights;
}
