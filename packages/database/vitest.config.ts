import { defineConfig } from "vitest/config";
import { patience } from "../../vitest.shared.ts";

export default defineConfig({
  test: { globalSetup: ["./src/testing/postgres-setup.ts"], ...patience },
});
