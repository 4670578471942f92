import { expect, test } from "vitest";
import { WeightCollector } from "./sparse-weights.ts";

test("unpacked weights are within a quantization step of the originals", () => {
  const collector = new WeightCollector(3, 2);
  collector.add(Float32Array.of(1, -0.5, 0.001, 0.25));
  collector.add(Float32Array.of(0, 0.8, 0, -0.75));
  const packed = collector.pack();
  expect([...packed.starts]).toEqual([0, 1, 3, 3]);
  expect([...packed.columns]).toEqual([0, 0, 1]);
  expect([...packed.biases]).toEqual([0.25, -0.75]);
  const restored = Array.from(packed.weights, (weight, i) => weight * (packed.scales[i === 0 ? 0 : 1] ?? 0));
  expect(restored[0]).toBeCloseTo(1, 2);
  expect(restored[1]).toBeCloseTo(-0.5, 2);
  expect(restored[2]).toBeCloseTo(0.8, 2);
});

test("above the limit only the largest weights are kept", () => {
  const featureCount = 1_100_000;
  const collector = new WeightCollector(featureCount, 2);
  const dense = Float32Array.from({ length: featureCount + 1 }, (_, i) => 0.1 + i / featureCount);
  collector.add(dense);
  collector.add(dense);
  const { starts, weights } = collector.pack();
  expect(weights.length).toBeLessThanOrEqual(1_400_000);
  expect(weights.length).toBeGreaterThan(1_300_000);
  expect(starts[1]).toBe(0);
  expect((starts[featureCount] ?? 0) - (starts[featureCount - 1] ?? 0)).toBe(2);
});
