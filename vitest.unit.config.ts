import { configDefaults, defineConfig, mergeConfig } from "vitest/config";
import { withoutDatabase } from "./vitest.shared.ts";

/** Kinds of tests that need a database, a server, or more than seconds. */
const apart = ["db", "slow", "s3", "server", "redis"];

/**
 * `pnpm unit`: all tests that need nothing but Node, as one project. Every project of `vitest.config.ts`
 * would import the packages again, which takes as long as the tests do.
 */
export default mergeConfig(
  withoutDatabase,
  defineConfig({
    logLevel: "error",
    test: {
      include: ["{apps,packages}/**/*.test.ts", "bench/**/*.test.ts"],
      exclude: [...configDefaults.exclude, ...apart.map((kind) => `**/*.${kind}.test.ts`)],
      isolate: false,
      maxWorkers: "100%",
      fsModuleCache: true,
      // See apps/marketplace/vitest.config.ts, as for `logLevel`.
      server: { deps: { inline: ["@actions/workflow-parser"] } },
    },
  }),
);
