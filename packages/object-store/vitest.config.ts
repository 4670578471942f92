import { configDefaults, defineConfig } from "vitest/config";
import { patience, reporters } from "../../vitest.shared.ts";

/** What needs a real S3 server runs by `pnpm test:s3` alone. */
export default defineConfig({
  test: { exclude: [...configDefaults.exclude, "**/*.s3.test.ts"], ...patience, reporters },
});
