import { defineConfig, mergeConfig } from "vitest/config";
import { withDatabase } from "../../vitest.shared.ts";

/** The tests of searches, and faults, over a real server, which is started if OPENSEARCH_URL names none. */
export default mergeConfig(
  withDatabase,
  defineConfig({
    test: {
      include: ["src/search/*.db.test.ts", "src/**/*.server.test.ts"],
      globalSetup: ["@marketplace/search-index/test-server-setup"],
      env: { SEARCH_DRIVER: "opensearch" },
      fileParallelism: false,
      testTimeout: 300_000,
    },
  }),
);
