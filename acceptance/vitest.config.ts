import { configDefaults, defineConfig } from "vitest/config";
import { reporters, timeouts } from "../vitest.shared.ts";

const prepared = "product/prepared-setup.ts";
const abused = ["fuzz/**/*.test.ts", "hostile/**/*.test.ts"];
/** Tests of products that they start themselves, or of none: they share nothing, and run side by side. */
const apart = [
  ...["imports", "partial-copies", "patterns", "sign-in", "slow-mail"].map(
    (name) => `hostile/${name}.test.ts`,
  ),
  "restore/**/*.test.ts",
];
const lasting = ["soak/**/*.test.ts"];
/** Tests of the sandbox lab, and of recordings, which are made into worlds. */
const lab = ["sandbox/**/*.test.ts", "record/**/*.test.ts"];
const longTimeouts = { ...timeouts, testTimeout: 200_000, hookTimeout: 600_000 };

const ownProducts = [
  {
    test: {
      name: "apart",
      include: apart,
      globalSetup: [prepared],
      maxWorkers: 4,
      ...longTimeouts,
      testTimeout: 900_000,
    },
  },
  {
    test: {
      name: "lasting",
      include: lasting,
      globalSetup: [prepared],
      // Alone, so that the load has the machine to itself.
      maxWorkers: 1,
      fileParallelism: false,
      sequence: { groupOrder: 2 },
      ...longTimeouts,
    },
  },
];

export default defineConfig({
  test: {
    reporters,
    projects: [
      {
        test: {
          name: "product",
          include: process.env.ACCEPTANCE_LAB === "only" ? lab : ["**/*.test.ts"],
          exclude: [
            ...configDefaults.exclude,
            ...abused,
            ...apart,
            ...lasting,
            "replicas/**",
            ...(process.env.ACCEPTANCE_URL ? ["process/**"] : []),
            // Replicas have no sandbox lab.
            ...(process.env.ACCEPTANCE_LAB === "none" ? lab : []),
          ],
          globalSetup: [prepared, "product/global-setup.ts"],
          maxWorkers: 4,
          // Long timeouts: tests assert no durations, and the machine may be busy.
          ...longTimeouts,
        },
      },
      {
        test: {
          name: "abused",
          include: abused,
          exclude: [...configDefaults.exclude, ...apart],
          globalSetup: [prepared, "fuzz/global-setup.ts"],
          // Run one file at a time: they count what is left behind on the product.
          maxWorkers: 1,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
          ...longTimeouts,
          testTimeout: 900_000,
        },
      },
      ...(process.env.ACCEPTANCE_URL ? [] : ownProducts),
    ],
  },
});
