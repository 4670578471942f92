import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { globalSetup: ["@marketplace/testkit/postgres-setup"], testTimeout: 30_000, hookTimeout: 30_000 },
});
