import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["**/*.test.ts"],
    globalSetup: ["product/global-setup.ts"],
    maxWorkers: 4,
    // Nothing is asserted about time: a machine that builds something else meanwhile is no failure.
    testTimeout: 60_000,
    hookTimeout: 200_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
