import { configDefaults, defineConfig } from "vitest/config";

/** What needs a real S3 server runs by `pnpm test:s3` alone. */
export default defineConfig({
  test: {
    exclude: [...configDefaults.exclude, "**/*.s3.test.ts"],
    globalSetup: ["@marketplace/testkit/postgres-setup"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
