import { configDefaults, defineConfig } from "vitest/config";
import { patience, reporters } from "../../vitest.shared.ts";

/** What needs a real OpenSearch server runs by `pnpm test:opensearch` alone. */
export default defineConfig({
  test: { exclude: [...configDefaults.exclude, "**/*.server.test.ts"], ...patience, reporters },
});
