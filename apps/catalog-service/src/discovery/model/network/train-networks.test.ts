import { expect, test } from "vitest";
import { buildMatrix } from "../features/sparse-matrix.ts";
import { Vectorizer } from "../features/tf-idf.ts";
import { prepareTrainingSet } from "../features/training-set.ts";
import { buildVocabulary } from "../features/vocabulary.ts";
import { planGroups } from "../linear/groups.ts";
import { sampleTitles } from "../sample.fixture.ts";
import { NetworkEnsemble, noNetwork } from "./network-ensemble.ts";
import { trainNetworks } from "./train-networks.ts";

const set = prepareTrainingSet(sampleTitles());
const vocabulary = buildVocabulary(set.titles);
const matrix = buildMatrix(set.titles, vocabulary);
const { membership } = planGroups(set, new Map());
const task = { own: { matrix, labels: set.labels, membership }, siblings: [], byteLimit: 60_000 };
const networks = trainNetworks(task);

function scoresOf(title: string, data = networks): Float64Array {
  const vectorizer = new Vectorizer(vocabulary);
  vectorizer.vectorize(title);
  const scores = new Float64Array(set.categoryIds.length);
  new NetworkEnsemble(data, matrix.featureCount).addScores(vectorizer, scores);
  return scores;
}

test("the networks alone tell the categories of what they have seen apart", () => {
  for (const [row, title] of set.titles.entries()) {
    const scores = scoresOf(title);
    expect(scores.indexOf(Math.max(...scores))).toBe(set.labels[row]);
  }
});

test("what a title shares with the right category raises that one above 0 and lowers the others", () => {
  const scores = scoresOf("Taladro percutor");
  expect(scores.filter((score) => score > 0)).toHaveLength(1);
});

test("the same titles give the same networks", () => {
  expect(trainNetworks(task)).toEqual(networks);
});

/** What a feature takes when there are the fewest networks: a quarter of a byte a number, its step and its own number. */
const bytesEach = (4 * 64) / 4 + 8;
const networksOf = ({ features, embeddings }: typeof networks) =>
  (4 * embeddings.levels.length) / features.length / 64;

test("when room is short the features in most titles have an embedding", () => {
  const short = trainNetworks({ ...task, byteLimit: 10 * bytesEach });
  const rarest = Math.max(...Array.from(short.features, (feature) => vocabulary.rarityOf(feature)));
  const others = networks.features.filter((feature) => !short.features.includes(feature));
  expect(short.features).toHaveLength(10);
  expect(Math.min(...Array.from(others, (feature) => vocabulary.rarityOf(feature)))).toBeGreaterThanOrEqual(
    rarest,
  );
});

test("there are more networks where all features find room, up to twelve", () => {
  const roomy = trainNetworks({ ...task, byteLimit: 1_000_000 });
  const count = roomy.features.length;
  expect(networksOf(roomy)).toBe(12);
  expect(networksOf(trainNetworks({ ...task, byteLimit: 2 * count * bytesEach }))).toBe(8);
  expect(networksOf(trainNetworks({ ...task, byteLimit: count * bytesEach }))).toBe(4);
});

test("siblings that would cost too many passes are left out", () => {
  const sibling = { ...task.own, membership: { starts: new Uint32Array(50_000), groups: new Uint16Array() } };
  expect(trainNetworks({ ...task, siblings: [sibling] })).toEqual(networks);
  expect(trainNetworks({ ...task, siblings: [task.own] })).not.toEqual(networks);
});

test("without room, or with nothing to tell apart, there is no network", () => {
  expect(trainNetworks({ ...task, byteLimit: 0 })).toEqual(noNetwork());
  expect(trainNetworks({ ...task, byteLimit: -5 })).toEqual(noNetwork());
  const one = { starts: Uint32Array.of(0, 0), groups: new Uint16Array() };
  expect(trainNetworks({ ...task, own: { ...task.own, membership: one } })).toEqual(noNetwork());
});

test("no network adds nothing to the scores", () => {
  expect(scoresOf("Taladro percutor", noNetwork())).toEqual(new Float64Array(set.categoryIds.length));
});
