import { configDefaults, defineConfig, mergeConfig } from "vitest/config";
import { ofService } from "../../vitest.shared.ts";

/** What needs a real OpenSearch server runs by `pnpm test:opensearch` alone. */
export default mergeConfig(
  ofService,
  defineConfig({ test: { exclude: [...configDefaults.exclude, "**/*.server.test.ts"] } }),
);
