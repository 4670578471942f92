import { expect, test } from "vitest";
import { buildMatrix } from "../features/sparse-matrix.ts";
import { TfIdfVectorizer } from "../features/tf-idf.ts";
import { buildVocabulary } from "../features/vocabulary.ts";
import { sampleTitles } from "../sample.fixture.ts";
import { trainBinary } from "./svm.ts";

const titles = sampleTitles();
const texts = titles.map(({ title }) => title);
const matrix = buildMatrix(texts, new TfIdfVectorizer(buildVocabulary(texts)));
const rows = Uint32Array.from(texts.keys());
const isPositive = Uint8Array.from(titles, ({ categoryId }) => (categoryId === "shoes" ? 1 : 0));
const problem = { matrix, rows, isPositive, positiveCost: 1, negativeCost: 1 };
const stop = { maxPasses: 100, tolerance: 0.01 };

function margins(weights: Float32Array): number[] {
  return texts.map((_, row) => {
    let sum = weights[matrix.featureCount] ?? 0;
    for (let i = matrix.starts[row] ?? 0; i < (matrix.starts[row + 1] ?? 0); i++) {
      sum += (weights[matrix.ids[i] ?? 0] ?? 0) * (matrix.values[i] ?? 0);
    }
    return sum;
  });
}

test("separable titles are classified correctly", () => {
  margins(trainBinary(problem, stop)).forEach((margin, row) => {
    expect(isPositive[row] === 1 ? margin : -margin).toBeGreaterThan(0.5);
  });
});

test("the weights are near the optimum: a gradient step gains almost nothing", () => {
  const weights = trainBinary(problem, { maxPasses: 1000, tolerance: 1e-6 });
  const objective = (scale: number) => {
    const scaled = weights.map((weight) => weight * scale);
    const loss = margins(scaled).reduce((sum, margin, row) => {
      const slack = Math.max(0, 1 - (isPositive[row] === 1 ? margin : -margin));
      return sum + slack * slack;
    }, 0);
    return scaled.reduce((sum, weight) => sum + weight * weight, 0) / 2 + loss;
  };
  expect(objective(1)).toBeLessThan(objective(0.98));
  expect(objective(1)).toBeLessThan(objective(1.02));
});

test("training is deterministic", () => {
  expect(trainBinary(problem, stop)).toEqual(trainBinary(problem, stop));
});

test("a higher cost of positives raises the margins", () => {
  const total = (weights: Float32Array) => margins(weights).reduce((sum, margin) => sum + margin, 0);
  expect(total(trainBinary({ ...problem, positiveCost: 10 }, stop))).toBeGreaterThan(
    total(trainBinary({ ...problem, positiveCost: 0.1 }, stop)),
  );
});
