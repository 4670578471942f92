import { CategoryModel } from "../category-model.ts";
import { buildMatrix, type TitleMatrix } from "../features/sparse-matrix.ts";
import { collectWords } from "../features/spelling.ts";
import { TfIdfVectorizer } from "../features/tf-idf.ts";
import {
  type CategoryPaths,
  type LabeledTitle,
  prepareTrainingSet,
  type TrainingSet,
  withCategoryNames,
} from "../features/training-set.ts";
import { buildVocabulary } from "../features/vocabulary.ts";
import { planGroups } from "../linear/groups.ts";
import type { LinearData } from "../linear/linear-model.ts";
import { negativeSampler } from "../linear/negative-sampling.ts";
import { type Material, trainLinear } from "../linear/train-linear.ts";
import type { NetworkDataset } from "../network/adagrad.ts";
import { emptyNetwork } from "../network/network.ts";
import { trainNetwork } from "../network/train-network.ts";
import { sampleRivals } from "../new-categories/rivals.ts";
import { type SiblingSite, siblingSets } from "./siblings.ts";

/** A stored model stays below 10 MB; the network gets the rest, up to the size where more stops paying. */
const modelBytes = 9_000_000;
const networkBytes = 3_500_000;

export interface TrainOptions {
  /** Called with each percent of a training that is done. */
  onProgress?: (percent: number) => void;
  /**
   * The categories' paths in the site's tree, from which groups and names are learned. Without paths each
   * category has its own titles only. Categories without titles are not learned.
   */
  paths?: CategoryPaths;
  /** Skips the network: less time, and a point of accuracy at 4 less. Default false. */
  linearOnly?: boolean;
  /** Sites of the same language for transfer learning; see siblings.ts. Default none. */
  siblings?: readonly SiblingSite[];
}

/** Trains the model of one site, the same for any order of titles; without titles it predicts nothing. */
export function train(titles: Iterable<LabeledTitle>, options: TrainOptions = {}): CategoryModel {
  const paths: CategoryPaths = options.paths ?? new Map();
  const own = prepareTrainingSet(titles);
  const set = withCategoryNames(own, paths);
  const siblings = siblingSets(options.linearOnly ? [] : (options.siblings ?? []));
  const vocabulary = buildVocabulary([set, ...siblings].flatMap((known) => known.titles));
  const vectorizer = new TfIdfVectorizer(vocabulary);
  const matrix = buildMatrix(set.titles, vectorizer);
  const groups = planGroups(set, paths);
  const material: Material = { set, matrix, vocabulary, groups, sampler: negativeSampler(set) };
  const texts = { categoryIds: set.categoryIds, words: collectWords(set.titles), rivals: sampleRivals(own) };
  const report = percents(options.onProgress);
  const linear = trainLinear(material, report(0, options.linearOnly ? 100 : linearPercent));
  const network = options.linearOnly
    ? emptyNetwork()
    : trainNetwork(
        {
          own: datasetOf(set, matrix),
          siblings: siblings.map((sibling) => datasetOf(sibling, buildMatrix(sibling.titles, vectorizer))),
          byteLimit: Math.min(networkBytes, modelBytes - bytesOf(linear)),
        },
        report(linearPercent, 100),
      );
  report(100, 100)(1);
  return new CategoryModel({ ...linear, ...texts, network });
}

/** How much of the time a training has taken after the linear model. */
const linearPercent = 60;

/** Makes callbacks for parts of the training, which take the done share of the part, from 0 to 1. */
function percents(onProgress: (percent: number) => void = () => {}) {
  let reported = 0;
  return (from: number, to: number) => (share: number) => {
    const percent = Math.floor(from + (to - from) * share);
    if (percent <= reported) return;
    reported = percent;
    onProgress(percent);
  };
}

function datasetOf({ labels, categoryIds }: TrainingSet, matrix: TitleMatrix): NetworkDataset {
  return { matrix, labels, categoryCount: categoryIds.length };
}

/** Stored size of the large arrays. */
function bytesOf({ hashes, idfWeights, weights, neighbors }: LinearData): number {
  const arrays = [hashes, idfWeights, ...Object.values(weights), ...Object.values(neighbors)];
  return arrays.reduce((sum, { byteLength }) => sum + byteLength, 0);
}
