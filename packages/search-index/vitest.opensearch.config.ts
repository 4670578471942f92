import { defineConfig } from "vitest/config";
import { reporters, timeouts } from "../../vitest.shared.ts";

/** The OpenSearch driver over a real server, which is started if OPENSEARCH_URL names none. */
export default defineConfig({
  test: {
    include: ["src/**/*.server.test.ts"],
    globalSetup: ["./test-server/setup.ts"],
    ...timeouts,
    reporters,
    testTimeout: 900_000,
    fileParallelism: false,
  },
});
