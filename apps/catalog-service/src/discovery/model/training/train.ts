import { CategoryModel } from "../category-model.ts";
import { buildMatrix, type TitleMatrix } from "../features/sparse-matrix.ts";
import { collectWords } from "../features/spelling.ts";
import { TfIdfVectorizer } from "../features/tf-idf.ts";
import {
  type CategoryPaths,
  type LabelledTitle,
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
import { emptyNetwork } from "../network/network-ensemble.ts";
import { trainNetworks } from "../network/train-networks.ts";
import { sampleRivals } from "../new-categories/rivals.ts";
import { outOfFoldProfiles } from "../stacking/out-of-fold.ts";
import { emptyProfiles, type ProfiledTitles } from "../stacking/score-profiles.ts";
import { type SiblingSite, siblingSets } from "./siblings.ts";

/** A stored model stays below 10 MB; networks get the rest, up to the size where more stops paying. */
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
  /** Skips networks and stacking: a fifth of the time, and a point of accuracy less. Default false. */
  linearOnly?: boolean;
  /** Sites of the same language for transfer learning; see siblings.ts. Default none. */
  siblings?: readonly SiblingSite[];
}

/** Trains the model of one site, the same for any order of titles; without titles it predicts nothing. */
export function train(titles: Iterable<LabelledTitle>, options: TrainOptions = {}): CategoryModel {
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
  const linear = trainLinear(
    material,
    Uint32Array.from(set.titles.keys()),
    report(0, options.linearOnly ? 100 : linearPercent),
  );
  if (options.linearOnly) {
    return new CategoryModel({
      ...linear,
      ...texts,
      profiles: emptyProfiles(),
      network: emptyNetwork(),
    });
  }
  const profiles = outOfFoldProfiles(material, own.titles.length, {
    onProgress: report(linearPercent, stackingPercent),
  });
  const network = trainNetworks(
    {
      own: datasetOf(set, matrix),
      siblings: siblings.map((sibling) => datasetOf(sibling, buildMatrix(sibling.titles, vectorizer))),
      byteLimit: Math.min(networkBytes, modelBytes - bytesOf(linear, profiles)),
    },
    report(stackingPercent, 100),
  );
  report(100, 100)(1);
  return new CategoryModel({ ...linear, ...texts, profiles, network });
}

/** How much of the time a training has taken after the linear model, and after stacking. */
const linearPercent = 15;
const stackingPercent = 35;

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
function bytesOf({ hashes, idfWeights, weights, neighbors }: LinearData, profiles: ProfiledTitles): number {
  const arrays = [
    hashes,
    idfWeights,
    ...Object.values(weights),
    ...Object.values(neighbors),
    ...Object.values(profiles),
  ];
  return arrays.reduce((sum, { byteLength }) => sum + byteLength, 0);
}
