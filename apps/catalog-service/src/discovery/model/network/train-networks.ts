import { seededRandom, shuffle } from "../features/seeded-random.ts";
import { withFeatures } from "../features/sparse-matrix.ts";
import { type Lesson, NetworkRun, type NetworkTask } from "./adagrad.ts";
import { hiddenSize } from "./layers.ts";
import { type NetworkData, noNetwork } from "./network-ensemble.ts";
import { bytesPerRow, packEmbeddings } from "./quantized-embeddings.ts";

/**
 * Networks that start from different random numbers err differently; their mean is better than each, and less a matter of luck. A small
 * site has room and time for more than a large one.
 */
const fewestNetworks = 4;
const mostNetworks = 12;
const passes = 15;
/** Below this many passes a network has learned too little to be worth asking. */
const fewestPasses = 5;
/** Siblings that would leave fewer passes than this cost the site's own titles more than they teach. */
const fewestPassesWithSiblings = 10;
/** Multiplications a network may cost, about; beyond it (very many titles times categories) passes are saved. */
const workBudget = 9e9;
/** The same of all networks together, as far as there are more than the fewest. */
const sharedWorkBudget = 27e9;
const learningRate = 0.05;
/** A feature of a title elsewhere is that much as worth keeping as one of a title of the site's own. */
const siblingWorth = 0.2;

/** Trains the ensemble; the same task gives the same networks. None when there is too little or too much to learn. */
export function trainNetworks(wished: NetworkTask): NetworkData {
  const task = withAffordableSiblings(wished);
  const passCount = affordablePasses([task.own, ...task.siblings]);
  const { features, networkCount } = chooseSize(task, passCount);
  const categoryCount = task.own.membership.starts.length - 1;
  if (passCount < fewestPasses || categoryCount < 2 || features.length === 0) return noNetwork();
  const lessons = [task.own, ...task.siblings].map((lesson) => ({
    ...lesson,
    matrix: withFeatures(lesson.matrix, features),
  }));
  const runs = Array.from({ length: networkCount }, (_, seed) => trainOne({ lessons, passCount, seed }));
  const rows = Array.from(features, (_, place) => joined(runs.map((run) => embeddingOf(run, place))));
  return {
    features,
    embeddings: packEmbeddings(rows),
    outputs: joined(runs.map(({ outputs }) => outputs)),
  };
}

function withAffordableSiblings(task: NetworkTask): NetworkTask {
  const isAffordable = affordablePasses([task.own, ...task.siblings]) >= fewestPassesWithSiblings;
  return isAffordable ? task : { ...task, siblings: [] };
}

function affordablePasses(lessons: readonly Lesson[]): number {
  return Math.min(passes, Math.floor(workBudget / workOfPass(lessons)));
}

/** Multiplications of one network, about, from looking at every title once. */
function workOfPass(lessons: readonly Lesson[]): number {
  const numbers = lessons.reduce((sum, { matrix, membership }) => {
    const categoryCount = membership.starts.length - 1;
    return sum + (matrix.starts[matrix.rowCount] ?? 0) + matrix.rowCount * categoryCount;
  }, 0);
  return Math.max(1, 2 * hiddenSize * numbers);
}

/** As many features as fit the fewest networks; when that leaves room and time, more networks. */
function chooseSize(task: NetworkTask, passCount: number): { features: Uint32Array; networkCount: number } {
  const bytesEach = (count: number) => bytesPerRow(count * hiddenSize) + Uint32Array.BYTES_PER_ELEMENT;
  const candidates = candidateFeatures(task);
  const work = passCount * workOfPass([task.own, ...task.siblings]);
  let networkCount = fewestNetworks;
  while (
    networkCount < mostNetworks &&
    (networkCount + 1) * work <= sharedWorkBudget &&
    candidates.length * bytesEach(networkCount + 1) <= task.byteLimit
  ) {
    networkCount++;
  }
  const room = Math.max(0, Math.floor(task.byteLimit / bytesEach(networkCount)));
  return { features: candidates.slice(0, room).sort(), networkCount };
}

/** The features in at least two titles, those in most first. */
function candidateFeatures({ own, siblings }: NetworkTask): Uint32Array {
  const ownHolders = holdersOf([own]);
  const otherHolders = holdersOf(siblings);
  const worth = ownHolders.map((count, feature) => count + siblingWorth * (otherHolders[feature] ?? 0));
  const candidates = Uint32Array.from(ownHolders.keys()).filter(
    (feature) => (ownHolders[feature] ?? 0) + (otherHolders[feature] ?? 0) >= 2,
  );
  return candidates.sort((a, b) => (worth[b] ?? 0) - (worth[a] ?? 0) || a - b);

  /** By feature, the titles that have it. */
  function holdersOf(lessons: readonly Lesson[]): Float64Array {
    const holders = new Float64Array(own.matrix.featureCount);
    for (const { matrix } of lessons) {
      for (const id of matrix.ids.subarray(0, matrix.starts[matrix.rowCount] ?? 0)) {
        holders[id] = (holders[id] ?? 0) + 1;
      }
    }
    return holders;
  }
}

interface OneNetwork {
  lessons: readonly Lesson[];
  passCount: number;
  seed: number;
}

function trainOne({ lessons, passCount, seed }: OneNetwork): NetworkRun {
  const random = seededRandom(seed + 1);
  const run = new NetworkRun(lessons, random);
  const turns = turnsOf(lessons);
  for (let pass = 0; pass < passCount; pass++) {
    shuffle(turns, turns.length, random);
    const rate = learningRate * (1 - pass / passCount);
    for (const turn of turns) {
      const lesson = turn % lessons.length;
      run.learn({ lesson, row: (turn - lesson) / lessons.length, rate });
    }
  }
  return run;
}

/** Every row of every lesson once, as one number: its own times the count of lessons, plus the lesson's. */
function turnsOf(lessons: readonly Lesson[]): Uint32Array {
  return Uint32Array.from(
    lessons.flatMap(({ matrix }, lesson) =>
      Array.from({ length: matrix.rowCount }, (_, row) => row * lessons.length + lesson),
    ),
  );
}

function embeddingOf(run: NetworkRun, place: number): Float32Array {
  return run.embeddings.subarray(place * hiddenSize, (place + 1) * hiddenSize);
}

function joined(parts: readonly Float32Array[]): Float32Array {
  const whole = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}
