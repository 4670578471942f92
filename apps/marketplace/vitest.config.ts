import { defineConfig, mergeConfig } from "vitest/config";
import { withoutDatabase } from "../../vitest.shared.ts";

// It imports JSON as bundlers do, not Node. Vite warns of its source maps, which name sources that it lacks.
const inline = ["@actions/workflow-parser"];

export default mergeConfig(
  withoutDatabase,
  defineConfig({ logLevel: "error", test: { server: { deps: { inline } } } }),
);
