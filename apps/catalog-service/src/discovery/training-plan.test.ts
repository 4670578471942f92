import { expect, test } from "vitest";
import { estimatedSeconds } from "./training-plan.service.ts";

test("the estimate is that of the measured demo, grows with titles, and is bounded for large sites", () => {
  // Measured: 23 s.
  expect(estimatedSeconds(8_100, 153)).toBeGreaterThan(12);
  expect(estimatedSeconds(8_100, 153)).toBeLessThan(46);
  expect(estimatedSeconds(0, 153)).toBe(0);
  expect(estimatedSeconds(16_000, 153)).toBeGreaterThan(estimatedSeconds(8_000, 153));
  expect(estimatedSeconds(10_000_000, 5_000)).toBeLessThan(600);
});
