import { defineConfig } from "vitest/config";

/** The object store over the S3 server of the environment, which scripts/test-s3.mjs provides. */
export default defineConfig({
  test: { include: ["src/**/*.s3.test.ts"], testTimeout: 60_000, hookTimeout: 120_000 },
});
