import { expect, test } from "vitest";
import { seededRandom } from "../features/seeded-random.ts";
import { hiddenSize, OutputLayer, relu } from "./layers.ts";

const random = seededRandom(3);
const numbers = (count: number) => Float32Array.from({ length: count }, () => random() - 0.5);

/** Reference implementation of the logits and the softmax. */
function sharesBy(outputs: Float32Array, hidden: Float32Array): number[] {
  const activations = Array.from({ length: outputs.length / (hiddenSize + 1) }, (_, category) => {
    const row = outputs.subarray(category * (hiddenSize + 1), (category + 1) * (hiddenSize + 1));
    return hidden.reduce((sum, number, j) => sum + number * (row[j] ?? 0), row[hiddenSize] ?? 0);
  });
  const total = activations.reduce((sum, activation) => sum + Math.exp(activation), 0);
  return activations.map((activation) => Math.exp(activation) / total);
}

test.each([1, 2, 3, 4, 5])("shares of %i categories are the softmax of their outputs", (count) => {
  const outputs = numbers(count * (hiddenSize + 1));
  const hidden = numbers(hiddenSize);
  const layer = new OutputLayer(outputs, hidden);
  for (let time = 0; time < 2; time++) {
    layer.forward();
    expect([...layer.probabilities]).toEqual(
      sharesBy(outputs, hidden).map((share) => expect.closeTo(share, 5)),
    );
    hidden.set(numbers(hiddenSize));
  }
});

test("extreme logits do not overflow the softmax", () => {
  const outputs = new Float32Array(3 * (hiddenSize + 1));
  outputs[hiddenSize] = 5_000;
  const layer = new OutputLayer(outputs, new Float32Array(hiddenSize));
  layer.forward();
  expect([...layer.probabilities]).toEqual([1, 0, 0]);
});

test("ReLU sets negative numbers to zero", () => {
  const hidden = Float32Array.of(-1, 0, 2);
  relu(hidden);
  expect([...hidden]).toEqual([0, 0, 2]);
});
