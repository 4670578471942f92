import { configDefaults, defineConfig, mergeConfig } from "vitest/config";
import { withDatabase } from "../../vitest.shared.ts";

/** What needs a real OpenSearch server runs by `pnpm test:opensearch` alone. */
export default mergeConfig(
  withDatabase,
  defineConfig({ test: { exclude: [...configDefaults.exclude, "**/*.server.test.ts"] } }),
);
