import { configDefaults, defineConfig, mergeConfig } from "vitest/config";
import { withoutDatabase } from "../../vitest.shared.ts";

/** What needs a real OpenSearch server runs by `pnpm test:opensearch` alone. */
export default mergeConfig(
  withoutDatabase,
  defineConfig({ test: { exclude: [...configDefaults.exclude, "**/*.server.test.ts"] } }),
);
