import { configDefaults, defineConfig, mergeConfig } from "vitest/config";
import { ofService } from "../../vitest.shared.ts";

/** What needs a real Redis server runs by `pnpm test:redis` alone. */
export default mergeConfig(
  ofService,
  defineConfig({ test: { exclude: [...configDefaults.exclude, "**/*.redis.test.ts"] } }),
);
