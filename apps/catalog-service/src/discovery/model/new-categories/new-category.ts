import { joinRows, type TitleMatrix, withFeatures } from "../features/sparse-matrix.ts";
import { trainBinary } from "../linear/svm.ts";

/** A title's features, as `TfIdfVectorizer` holds them. */
export interface TitleVector {
  ids: Uint32Array;
  values: Float32Array;
  size: number;
}

/** What tells a new category's titles apart: a weight for each of their features. */
export interface Column {
  weights: ReadonlyMap<number, number>;
  bias: number;
}

const stopRule = { maxPasses: 20, tolerance: 0.1 };
/** The cost of a title beside that of a rival grows with this power of how much rarer it is. */
const balance = 0.8;
const usualRarity = 50;

/**
 * One-against-rest over the model's own features. Only the features of the category's titles get a weight:
 * what rivals have besides says nothing about it, and so a column takes milliseconds.
 */
export function trainColumn(own: TitleMatrix, rivals: TitleMatrix): Column {
  const features = Uint32Array.from(new Set(own.ids.subarray(0, own.starts[own.rowCount]))).sort();
  const matrix = joinRows(withFeatures(own, features), withFeatures(rivals, features));
  const rows = Uint32Array.from({ length: matrix.rowCount }, (_, row) => row);
  const isPositive = new Uint8Array(matrix.rowCount).fill(1, 0, own.rowCount);
  const rarity = Math.max(1, matrix.rowCount / own.rowCount / usualRarity);
  const problem = { matrix, rows, isPositive, positiveCost: rarity ** balance, negativeCost: 1 };
  const weights = trainBinary(problem, stopRule);
  return {
    weights: new Map(Array.from(features, (feature, place) => [feature, weights[place] ?? 0])),
    bias: weights[features.length] ?? 0,
  };
}

/** The margin of a title: about -1 for any other category's, up to 1 for the category's own. */
export function marginOf({ ids, values, size }: TitleVector, { weights, bias }: Column): number {
  let sum = bias;
  for (let i = 0; i < size; i++) sum += (weights.get(ids[i] ?? 0) ?? 0) * (values[i] ?? 0);
  return sum;
}
