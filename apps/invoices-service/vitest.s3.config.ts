import { defineConfig } from "vitest/config";
import { reporters, timeouts } from "../../vitest.shared.ts";

/** What needs the S3 server of the environment, which `pnpm test:s3` provides. */
export default defineConfig({
  test: {
    include: ["src/**/*.s3.test.ts"],
    // What deletes documents needs their rows as well.
    globalSetup: ["@marketplace/database/testing/postgres-setup"],
    ...timeouts,
    reporters,
  },
});
