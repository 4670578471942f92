import { defineConfig } from "vitest/config";

/** The OpenSearch driver over a real server, which is started if OPENSEARCH_URL names none. */
export default defineConfig({
  test: {
    include: ["src/**/*.server.test.ts"],
    globalSetup: ["./test-server/setup.ts"],
    testTimeout: 900_000,
    hookTimeout: 120_000,
    fileParallelism: false,
  },
});
