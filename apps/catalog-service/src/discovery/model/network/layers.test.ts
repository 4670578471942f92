import { expect, test } from "vitest";
import { seededRandom } from "../features/seeded-random.ts";
import { cutAtZero, hiddenSize, OutputLayer } from "./layers.ts";

const random = seededRandom(3);
const numbers = (count: number) => Float32Array.from({ length: count }, () => random() - 0.5);

/** The definition: a softmax over what weights and bias give. */
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
    layer.fill();
    expect([...layer.shares]).toEqual(sharesBy(outputs, hidden).map((share) => expect.closeTo(share, 5)));
    hidden.set(numbers(hiddenSize));
  }
});

test("very different outputs give shares all the same", () => {
  const outputs = new Float32Array(3 * (hiddenSize + 1));
  outputs[hiddenSize] = 5_000;
  const layer = new OutputLayer(outputs, new Float32Array(hiddenSize));
  layer.fill();
  expect([...layer.shares]).toEqual([1, 0, 0]);
});

test("numbers below zero become zero", () => {
  const hidden = Float32Array.of(-1, 0, 2);
  cutAtZero(hidden);
  expect([...hidden]).toEqual([0, 0, 2]);
});
