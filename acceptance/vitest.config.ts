import { configDefaults, defineConfig } from "vitest/config";
import { patience } from "../vitest.shared.ts";

const ours = ["fuzz/**/*.test.ts", "hostile/**/*.test.ts"];
const lasting = ["restore/**/*.test.ts", "soak/**/*.test.ts"];
const patient = { ...patience, hookTimeout: 200_000 };

const ownProducts = {
  test: {
    name: "lasting",
    include: lasting,
    // They start products of their own, one after the other: a load shall have the machine to itself.
    maxWorkers: 1,
    fileParallelism: false,
    sequence: { groupOrder: 2 },
    ...patient,
  },
};

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
            ...lasting,
            "replicas/**",
            ...(process.env.ACCEPTANCE_URL ? ["process/**"] : []),
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
      ...(process.env.ACCEPTANCE_URL ? [] : [ownProducts]),
    ],
  },
});
