import { defineConfig } from "vitest/config";

/** One Postgres per run; every test file clones its own database from it. */
export default defineConfig({
  test: { globalSetup: ["@marketplace/testkit/postgres-setup"], testTimeout: 60_000, hookTimeout: 60_000 },
});
