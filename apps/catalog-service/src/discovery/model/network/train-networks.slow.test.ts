import { expect, test } from "vitest";
import { buildMatrix } from "../features/sparse-matrix.ts";
import { TfIdfVectorizer } from "../features/tf-idf.ts";
import { prepareTrainingSet } from "../features/training-set.ts";
import { buildVocabulary } from "../features/vocabulary.ts";
import { sampleTitles } from "../sample.fixture.ts";
import { emptyNetwork, NetworkEnsemble } from "./network-ensemble.ts";
import { trainNetworks } from "./train-networks.ts";

const set = prepareTrainingSet(sampleTitles());
const vocabulary = buildVocabulary(set.titles);
const matrix = buildMatrix(set.titles, new TfIdfVectorizer(vocabulary));
const task = {
  own: { matrix, labels: set.labels, categoryCount: set.categoryIds.length },
  siblings: [],
  byteLimit: 60_000,
};
const networks = trainNetworks(task);

function scoresOf(title: string, data = networks): Float64Array {
  const vectorizer = new TfIdfVectorizer(vocabulary);
  vectorizer.vectorize(title);
  const scores = new Float64Array(set.categoryIds.length);
  new NetworkEnsemble(data, matrix.featureCount).addScores(vectorizer, scores);
  return scores;
}

test("the networks alone classify their training titles", () => {
  for (const [row, title] of set.titles.entries()) {
    const scores = scoresOf(title);
    expect(scores.indexOf(Math.max(...scores))).toBe(set.labels[row]);
  }
});

test("only the right category scores above a uniform probability", () => {
  const scores = scoresOf("Taladro percutor");
  expect(scores.filter((score) => score > 0)).toHaveLength(1);
});

test("training is deterministic", () => {
  expect(trainNetworks(task)).toEqual(networks);
});

/** Stored bytes of a feature: a quarter of a byte for each weight, its step and its number. */
const bytesEach = (4 * 64) / 4 + 8;
const networksOf = ({ features, embeddings }: typeof networks) =>
  (4 * embeddings.levels.length) / features.length / 64;

test("a byte limit keeps the most frequent features", () => {
  const short = trainNetworks({ ...task, byteLimit: 10 * bytesEach });
  const rarest = Math.max(...Array.from(short.features, (feature) => vocabulary.idfOf(feature)));
  const others = networks.features.filter((feature) => !short.features.includes(feature));
  expect(short.features).toHaveLength(10);
  expect(Math.min(...Array.from(others, (feature) => vocabulary.idfOf(feature)))).toBeGreaterThanOrEqual(
    rarest,
  );
});

test("four networks are trained, however much room there is", () => {
  const roomy = trainNetworks({ ...task, byteLimit: 1_000_000 });
  const count = roomy.features.length;
  expect(networksOf(roomy)).toBe(4);
  expect(networksOf(trainNetworks({ ...task, byteLimit: count * bytesEach }))).toBe(4);
});

test("siblings that would cost too many epochs are skipped", () => {
  const sibling = { ...task.own, categoryCount: 49_999 };
  expect(trainNetworks({ ...task, siblings: [sibling] })).toEqual(networks);
  expect(trainNetworks({ ...task, siblings: [task.own] })).not.toEqual(networks);
});

test("there is no network without room or with one category", () => {
  expect(trainNetworks({ ...task, byteLimit: 0 })).toEqual(emptyNetwork());
  expect(trainNetworks({ ...task, byteLimit: -5 })).toEqual(emptyNetwork());
  expect(trainNetworks({ ...task, own: { ...task.own, categoryCount: 1 } })).toEqual(emptyNetwork());
});

test("an empty ensemble does not change the scores", () => {
  expect(scoresOf("Taladro percutor", emptyNetwork())).toEqual(new Float64Array(set.categoryIds.length));
});
