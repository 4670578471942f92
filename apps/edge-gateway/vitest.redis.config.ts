import { defineConfig, mergeConfig } from "vitest/config";
import { withDatabase } from "../../vitest.shared.ts";

/** Rate limits over real Redis servers, which the tests start, kill and stop. */
export default mergeConfig(
  withDatabase,
  defineConfig({ test: { include: ["src/**/*.redis.test.ts"], fileParallelism: false } }),
);
