import { expect, test } from "vitest";
import { buildMatrix } from "../features/sparse-matrix.ts";
import { TfIdfVectorizer } from "../features/tf-idf.ts";
import { prepareTrainingSet } from "../features/training-set.ts";
import { buildVocabulary } from "../features/vocabulary.ts";
import { sampleTitles } from "../sample.fixture.ts";
import { emptyNetwork, Network } from "./network.ts";
import { trainNetwork } from "./train-network.ts";

const set = prepareTrainingSet(sampleTitles());
const vocabulary = buildVocabulary(set.titles);
const matrix = buildMatrix(set.titles, new TfIdfVectorizer(vocabulary));
const task = {
  own: { matrix, labels: set.labels, categoryCount: set.categoryIds.length },
  siblings: [],
  byteLimit: 60_000,
};
const network = trainNetwork(task);

function scoresOf(title: string, data = network): Float64Array {
  const vectorizer = new TfIdfVectorizer(vocabulary);
  vectorizer.vectorize(title);
  const scores = new Float64Array(set.categoryIds.length);
  new Network(data, matrix.featureCount).addScores(vectorizer, scores);
  return scores;
}

test("the network alone classifies its training titles", () => {
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
  expect(trainNetwork(task)).toEqual(network);
});

/** Stored bytes of a feature: a quarter of a byte for each weight, its step and its number. */
const bytesEach = 64 / 4 + 8;

test("a byte limit keeps the most frequent features", () => {
  const short = trainNetwork({ ...task, byteLimit: 10 * bytesEach });
  const rarest = Math.max(...Array.from(short.features, (feature) => vocabulary.idfOf(feature)));
  const others = network.features.filter((feature) => !short.features.includes(feature));
  expect(short.features).toHaveLength(10);
  expect(Math.min(...Array.from(others, (feature) => vocabulary.idfOf(feature)))).toBeGreaterThanOrEqual(
    rarest,
  );
});

test("siblings that would cost too many epochs are skipped", () => {
  const sibling = { ...task.own, categoryCount: 49_999 };
  expect(trainNetwork({ ...task, siblings: [sibling] })).toEqual(network);
  expect(trainNetwork({ ...task, siblings: [task.own] })).not.toEqual(network);
});

test("there is no network without room or with one category", () => {
  expect(trainNetwork({ ...task, byteLimit: 0 })).toEqual(emptyNetwork());
  expect(trainNetwork({ ...task, byteLimit: -5 })).toEqual(emptyNetwork());
  expect(trainNetwork({ ...task, own: { ...task.own, categoryCount: 1 } })).toEqual(emptyNetwork());
});

test("an empty network does not change the scores", () => {
  expect(scoresOf("Taladro percutor", emptyNetwork())).toEqual(new Float64Array(set.categoryIds.length));
});
