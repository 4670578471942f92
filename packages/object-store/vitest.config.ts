import { configDefaults, defineConfig, mergeConfig } from "vitest/config";
import { withoutDatabase } from "../../vitest.shared.ts";

/** What needs a real S3 server runs by `pnpm test:s3` alone. */
export default mergeConfig(
  withoutDatabase,
  defineConfig({ test: { exclude: [...configDefaults.exclude, "**/*.s3.test.ts"] } }),
);
