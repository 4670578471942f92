import { expect, test } from "vitest";
import { NetworkLoss } from "./loss.ts";

/** Five categories; the first three are one group, the second and the third another. */
const membership = {
  starts: Uint32Array.of(0, 1, 3, 5, 5, 5),
  groups: Uint16Array.of(0, 0, 1, 0, 1),
};
const members = [
  [0, 1, 2],
  [1, 2],
];
const logits = [0.3, -0.2, 0.9, 0.1, -0.5];

function sharesOf(numbers: readonly number[]): Float32Array {
  const sum = numbers.reduce((total, number) => total + Math.exp(number), 0);
  return Float32Array.from(numbers, (number) => Math.exp(number) / sum);
}

/** Reference implementation of the loss. */
function lossOf(numbers: readonly number[], label: number): number {
  const probabilities = sharesOf(numbers);
  const groups = members.filter((categories) => categories.includes(label));
  const ofGroups = groups.map((categories) =>
    Math.log(categories.reduce((sum, category) => sum + (probabilities[category] ?? 0), 0)),
  );
  const mean = ofGroups.reduce((sum, share) => sum + share, 0) / Math.max(1, groups.length);
  return -Math.log(probabilities[label] ?? 0) - mean;
}

test.each([0, 1, 2, 3])("the errors of category %i are the slope of the loss", (label) => {
  const loss = new NetworkLoss(membership);
  loss.fill(sharesOf(logits), label);
  const step = 1e-3;
  const slopes = logits.map((_, category) => {
    const [above, below] = [step, -step].map((change) =>
      lossOf(
        logits.map((number, other) => number + (other === category ? change : 0)),
        label,
      ),
    );
    return ((above ?? 0) - (below ?? 0)) / (2 * step);
  });
  expect([...loss.errors]).toEqual(slopes.map((slope) => expect.closeTo(slope, 3)));
});

test("without groups the gradient is the probability minus the target", () => {
  const loss = new NetworkLoss({ starts: new Uint32Array(3), groups: new Uint16Array() });
  loss.fill(Float32Array.of(0.75, 0.25), 1);
  expect([...loss.errors]).toEqual([0.75, -0.75]);
});
