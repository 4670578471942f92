import { CategoryModel } from "../category-model.ts";
import { buildMatrix } from "../features/sparse-matrix.ts";
import {
  type CategoryPaths,
  type LabelledTitle,
  prepareTrainingSet,
  withNames,
} from "../features/training-set.ts";
import { buildVocabulary } from "../features/vocabulary.ts";
import { planGroups } from "../linear/groups.ts";
import type { LinearData } from "../linear/linear-model.ts";
import { rowsFor } from "../linear/negative-sampling.ts";
import { type Material, trainLinear } from "../linear/train-linear.ts";
import { noProfiles, type ProfiledTitles } from "../neighbors/profiles.ts";
import { noNetwork } from "../network/network-ensemble.ts";
import { trainNetworks } from "../network/train-networks.ts";
import { lessonOf, type SiblingSite, siblingSets } from "./siblings.ts";
import { trainProfiles } from "./train-profiles.ts";

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
   * paths each category is learned by its own titles alone. Categories without titles are not learned.
   */
  paths?: CategoryPaths;
  /** Leaves out networks and profiles: most of the time, the last point of accuracy. Default false. */
  linearOnly?: boolean;
  /** Other sites of its language: its networks learn their words and what these go with. Its categories stay its own. Default none. */
  siblings?: readonly SiblingSite[];
}

/**
 * Trains the model of one site from its own titles. The same titles give the same model, whatever their order; no
 * titles give a model that predicts nothing.
 */
export function train(titles: Iterable<LabelledTitle>, options: TrainOptions = {}): CategoryModel {
  const paths: CategoryPaths = options.paths ?? new Map();
  const own = prepareTrainingSet(titles, options.maxTitles);
  const set = withNames(own, paths);
  const siblings = siblingSets(options.linearOnly ? [] : (options.siblings ?? []));
  const vocabulary = buildVocabulary([set, ...siblings].flatMap((known) => known.titles));
  const matrix = buildMatrix(set.titles, vocabulary);
  const groups = planGroups(set, paths);
  const material: Material = { set, matrix, vocabulary, groups, sampler: rowsFor(set) };
  const categoriesTotal = set.categoryIds.length;
  const linear = trainLinear(material, Uint32Array.from(set.titles.keys()), (category) =>
    options.onProgress?.({ categoriesDone: category + 1, categoriesTotal }),
  );
  const { categoryIds } = set;
  if (options.linearOnly) {
    return new CategoryModel({ ...linear, categoryIds, profiles: noProfiles(), network: noNetwork() });
  }
  const profiles = trainProfiles(material, own.titles.length);
  const network = trainNetworks({
    own: { matrix, labels: set.labels, membership: groups.membership },
    siblings: siblings.map((sibling) => lessonOf(sibling, vocabulary)),
    byteLimit: Math.min(networkBytes, modelBytes - bytesOf(linear, profiles)),
  });
  return new CategoryModel({ ...linear, categoryIds, profiles, network });
}

/** What the large arrays of a model take when stored. */
function bytesOf({ hashes, rarities, weights, neighbors }: LinearData, profiles: ProfiledTitles): number {
  const arrays = [
    hashes,
    rarities,
    ...Object.values(weights),
    ...Object.values(neighbors),
    ...Object.values(profiles),
  ];
  return arrays.reduce((sum, { byteLength }) => sum + byteLength, 0);
}
