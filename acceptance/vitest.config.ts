import { configDefaults, defineConfig } from "vitest/config";
import { patience, reporters } from "../vitest.shared.ts";

const ours = ["fuzz/**/*.test.ts", "hostile/**/*.test.ts"];
const lasting = ["restore/**/*.test.ts", "soak/**/*.test.ts"];
const patient = { ...patience, hookTimeout: 200_000 };

const ownProducts = {
  test: {
    name: "lasting",
    include: lasting,
    globalSetup: ["product/prepared-setup.ts"],
    // These tests start products. They run one after the other, so that each load has the machine to itself.
    maxWorkers: 1,
    fileParallelism: false,
    sequence: { groupOrder: 2 },
    ...patient,
  },
};

export default defineConfig({
  test: {
    reporters,
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
            // Replicas have no sandbox lab.
            ...(process.env.ACCEPTANCE_LAB === "none" ? ["sandbox/**", "record/**"] : []),
          ],
          globalSetup: ["product/prepared-setup.ts", "product/global-setup.ts"],
          maxWorkers: 4,
          // Long timeouts: tests assert no durations, and the machine may be busy.
          ...patient,
        },
      },
      {
        test: {
          name: "abused",
          include: ours,
          globalSetup: ["product/prepared-setup.ts", "fuzz/global-setup.ts"],
          // Run one file at a time: they count what is left behind on the product.
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
