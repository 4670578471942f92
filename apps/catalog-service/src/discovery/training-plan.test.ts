import { expect, test } from "vitest";
import { estimatedSeconds } from "./training-plan.service.ts";

test("the estimate is near what bench/prediction measures, grows with titles, and is bounded for large sites", () => {
  // Measured: 7.5 s.
  expect(estimatedSeconds(15_533, 73)).toBeGreaterThan(3);
  expect(estimatedSeconds(15_533, 73)).toBeLessThan(13);
  expect(estimatedSeconds(0, 153)).toBe(0);
  expect(estimatedSeconds(16_000, 153)).toBeGreaterThan(estimatedSeconds(8_000, 153));
  expect(estimatedSeconds(10_000_000, 5_000)).toBeLessThan(600);
});
