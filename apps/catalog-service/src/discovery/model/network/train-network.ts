import { seededRandom, shuffle } from "../features/seeded-random.ts";
import { withFeatures } from "../features/sparse-matrix.ts";
import { type NetworkDataset, type NetworkTask, NetworkTrainer } from "./adagrad.ts";
import { hiddenSize } from "./layers.ts";
import { emptyNetwork, type NetworkData } from "./network.ts";
import { bytesPerRow, quantize } from "./quantized-embeddings.ts";

/** Fifteen are no more accurate (see bench/prediction). */
const maxEpochs = 8;
/** A network of fewer epochs is not worth asking. */
const minEpochs = 5;
/** Siblings are skipped when they would leave fewer epochs than this. */
const minEpochsWithSiblings = 6;
/** Approximate multiplications; large sites (titles x categories) train fewer epochs. */
const workBudget = 9e9;
const learningRate = 0.05;
/** Logit adjustment: the share of a category's frequency that is taken back, for the sake of rare ones. */
const frequencyTakenBack = 0.25;
/** Weight of a sibling's title in choosing features. */
const siblingWorth = 0.2;

/** Trains the network deterministically; none when there is too little or too much to learn. */
export function trainNetwork(
  wished: NetworkTask,
  onProgress: (share: number) => void = () => {},
): NetworkData {
  const task = withAffordableSiblings(wished);
  const epochs = affordableEpochs([task.own, ...task.siblings]);
  const features = chooseFeatures(task);
  if (epochs < minEpochs || task.own.categoryCount < 2 || features.length === 0) return emptyNetwork();
  const datasets = [task.own, ...task.siblings].map((dataset) => ({
    ...dataset,
    matrix: withFeatures(dataset.matrix, features),
  }));
  const { embeddings, outputs } = descend(datasets, epochs, onProgress);
  adjustBiases(outputs, task.own);
  const rows = Array.from(features, (_, place) =>
    embeddings.subarray(place * hiddenSize, (place + 1) * hiddenSize),
  );
  return { features, embeddings: quantize(rows), outputs };
}

function withAffordableSiblings(task: NetworkTask): NetworkTask {
  const isAffordable = affordableEpochs([task.own, ...task.siblings]) >= minEpochsWithSiblings;
  return isAffordable ? task : { ...task, siblings: [] };
}

function affordableEpochs(datasets: readonly NetworkDataset[]): number {
  return Math.min(maxEpochs, Math.floor(workBudget / workOfEpoch(datasets)));
}

/** Approximate multiplications of one epoch. */
function workOfEpoch(datasets: readonly NetworkDataset[]): number {
  const numbers = datasets.reduce(
    (sum, { matrix: { rowCount, starts }, categoryCount }) =>
      sum + (starts[rowCount] ?? 0) + rowCount * categoryCount,
    0,
  );
  return Math.max(1, 2 * hiddenSize * numbers);
}

/** The most frequent features in at least two titles, as many as fit the byte limit; ascending. */
function chooseFeatures({ own, siblings, byteLimit }: NetworkTask): Uint32Array {
  const ownFrequency = documentFrequency([own]);
  const siblingFrequency = documentFrequency(siblings);
  const worth = ownFrequency.map((count, feature) => count + siblingWorth * (siblingFrequency[feature] ?? 0));
  const candidates = Uint32Array.from(ownFrequency.keys()).filter(
    (feature) => (ownFrequency[feature] ?? 0) + (siblingFrequency[feature] ?? 0) >= 2,
  );
  candidates.sort((a, b) => (worth[b] ?? 0) - (worth[a] ?? 0) || a - b);
  const bytesEach = bytesPerRow(hiddenSize) + Uint32Array.BYTES_PER_ELEMENT;
  return candidates.slice(0, Math.max(0, Math.floor(byteLimit / bytesEach))).sort();

  /** The number of titles with each feature. */
  function documentFrequency(datasets: readonly NetworkDataset[]): Float64Array {
    const frequency = new Float64Array(own.matrix.featureCount);
    for (const { matrix } of datasets) {
      for (const id of matrix.ids.subarray(0, matrix.starts[matrix.rowCount] ?? 0)) {
        frequency[id] = (frequency[id] ?? 0) + 1;
      }
    }
    return frequency;
  }
}

function descend(
  datasets: readonly NetworkDataset[],
  epochs: number,
  onProgress: (share: number) => void,
): NetworkTrainer {
  const random = seededRandom(1);
  const run = new NetworkTrainer(datasets, random);
  const samples = samplesOf(datasets);
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(samples, samples.length, random);
    const rate = learningRate * (1 - epoch / epochs);
    for (const sample of samples) {
      const dataset = sample % datasets.length;
      run.learn({ dataset, row: (sample - dataset) / datasets.length, rate });
    }
    onProgress((epoch + 1) / epochs);
  }
  return run;
}

/** Lowers the bias of frequent categories and raises that of rare ones. */
function adjustBiases(outputs: Float32Array, { labels, categoryCount }: NetworkDataset): void {
  const counts = new Uint32Array(categoryCount);
  for (const label of labels) counts[label] = (counts[label] ?? 0) + 1;
  counts.forEach((count, category) => {
    const bias = category * (hiddenSize + 1) + hiddenSize;
    const relative = (count * categoryCount) / labels.length;
    outputs[bias] = (outputs[bias] ?? 0) - frequencyTakenBack * Math.log(relative);
  });
}

/** Every row of every dataset, encoded as row x number of datasets + dataset. */
function samplesOf(datasets: readonly NetworkDataset[]): Uint32Array {
  return Uint32Array.from(
    datasets.flatMap(({ matrix }, dataset) =>
      Array.from({ length: matrix.rowCount }, (_, row) => row * datasets.length + dataset),
    ),
  );
}
