import { type NetworkData, noNetwork } from "./network.ts";
import { hiddenSize } from "./network-layers.ts";
import { NetworkRun, type NetworkTask } from "./network-run.ts";
import { seededRandom, shuffle } from "./random.ts";

/** Networks that start from different random numbers err differently; their mean is better than each. */
const networkCount = 4;
const passes = 15;
/** Below this many passes a network has learnt too little to be worth asking. */
const fewestPasses = 5;
/** Multiplications a network may cost, about; beyond it (very many titles times categories) passes are saved. */
const workBudget = 6e9;
const learningRate = 0.05;

/** Trains the ensemble; the same task gives the same networks. None when there is too little or too much to learn. */
export function trainNetworks(task: NetworkTask): NetworkData {
  const passCount = affordablePasses(task);
  const features = chooseFeatures(task);
  if (passCount < fewestPasses || task.categoryCount < 2 || features.length === 0) return noNetwork();
  const runs = Array.from({ length: networkCount }, (_, seed) =>
    trainOne({ task, features, passCount, seed }),
  );
  return { features, ...packEmbeddings(runs, features.length), outputs: joined(runs) };
}

function affordablePasses({ matrix, categoryCount }: NetworkTask): number {
  const work = (matrix.ids.length + matrix.rowCount * categoryCount) * hiddenSize * 2;
  return Math.min(passes, Math.floor(workBudget / Math.max(1, work)));
}

/** The features in most titles, of those in at least two, as many as fit. */
function chooseFeatures({ matrix, byteLimit }: NetworkTask): Uint32Array {
  const holders = new Uint32Array(matrix.featureCount);
  for (const id of matrix.ids.subarray(0, matrix.starts[matrix.rowCount] ?? 0))
    holders[id] = (holders[id] ?? 0) + 1;
  const bytesEach = networkCount * hiddenSize + 8;
  const candidates = Uint32Array.from(holders.keys()).filter((feature) => (holders[feature] ?? 0) >= 2);
  candidates.sort((a, b) => (holders[b] ?? 0) - (holders[a] ?? 0) || a - b);
  return candidates.slice(0, Math.max(0, Math.floor(byteLimit / bytesEach))).sort();
}

interface OneNetwork {
  task: NetworkTask;
  features: Uint32Array;
  passCount: number;
  seed: number;
}

function trainOne({ task, features, passCount, seed }: OneNetwork): NetworkRun {
  const random = seededRandom(seed + 1);
  const run = new NetworkRun(task, features, random);
  const rows = Uint32Array.from({ length: task.matrix.rowCount }, (_, row) => row);
  for (let pass = 0; pass < passCount; pass++) {
    shuffle(rows, rows.length, random);
    for (const row of rows) run.learn(row, learningRate * (1 - pass / passCount));
  }
  return run;
}

function packEmbeddings(runs: readonly NetworkRun[], featureCount: number) {
  const width = runs.length * hiddenSize;
  const embeddings = new Int8Array(featureCount * width);
  const scales = new Float32Array(featureCount);
  for (let place = 0; place < featureCount; place++) {
    const numbers = runs.flatMap((run) => [
      ...run.embeddings.subarray(place * hiddenSize, (place + 1) * hiddenSize),
    ]);
    const scale = Math.max(...numbers.map(Math.abs), 1e-9) / 127;
    scales[place] = scale;
    embeddings.set(
      numbers.map((number) => Math.round(number / scale)),
      place * width,
    );
  }
  return { embeddings, scales };
}

function joined(runs: readonly NetworkRun[]): Float32Array {
  const outputs = new Float32Array(runs.reduce((sum, run) => sum + run.outputs.length, 0));
  let offset = 0;
  for (const run of runs) {
    outputs.set(run.outputs, offset);
    offset += run.outputs.length;
  }
  return outputs;
}
