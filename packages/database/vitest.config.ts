import { defineConfig } from "vitest/config";
import { patience, reporters } from "../../vitest.shared.ts";

export default defineConfig({
  test: { globalSetup: ["./src/testing/postgres-setup.ts"], reporters, ...patience },
});
