import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { globalSetup: ["@marketplace/testkit/postgres-setup"], testTimeout: 60_000, hookTimeout: 60_000 },
});
