import { defineConfig } from "vitest/config";
import { reporters, timeouts } from "../../vitest.shared.ts";

/** The object store over the S3 server of the environment, which scripts/test-s3.mjs provides. */
export default defineConfig({
  test: { include: ["src/**/*.s3.test.ts"], ...timeouts, reporters },
});
