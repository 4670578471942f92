import { configDefaults, defineConfig, mergeConfig } from "vitest/config";
import { withDatabase } from "../../vitest.shared.ts";

/** What needs a real Redis server runs by `pnpm test:redis` alone. */
export default mergeConfig(
  withDatabase,
  defineConfig({ test: { exclude: [...configDefaults.exclude, "**/*.redis.test.ts"] } }),
);
