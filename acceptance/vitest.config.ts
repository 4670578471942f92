import { configDefaults, defineConfig } from "vitest/config";

const ours = ["fuzz/**/*.test.ts", "hostile/**/*.test.ts"];
const patient = { testTimeout: 60_000, hookTimeout: 200_000, expect: { poll: { timeout: 30_000 } } };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "product",
          include: ["**/*.test.ts"],
          exclude: [
            ...configDefaults.exclude,
            ...ours,
            "replicas/**",
            ...(process.env.ACCEPTANCE_URL ? ["process/**", "restore/**", "soak/**"] : []),
          ],
          globalSetup: ["product/global-setup.ts"],
          maxWorkers: 4,
          // Nothing is asserted about time: a machine that builds something else meanwhile is no failure.
          ...patient,
        },
      },
      {
        test: {
          name: "abused",
          include: ours,
          globalSetup: ["fuzz/global-setup.ts"],
          // One file at a time: what they leave behind on the product is counted.
          maxWorkers: 1,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
          ...patient,
          testTimeout: 900_000,
        },
      },
    ],
  },
});
