import { configDefaults, defineConfig, mergeConfig } from "vitest/config";
import { ofService } from "../../vitest.shared.ts";

/** What needs a real S3 server runs by `pnpm test:s3` alone. */
export default mergeConfig(
  ofService,
  defineConfig({ test: { exclude: [...configDefaults.exclude, "**/*.s3.test.ts"] } }),
);
