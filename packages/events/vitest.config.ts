import { defineConfig } from "vitest/config";
import { patience } from "../../vitest.shared.ts";

/** One Postgres per run; every test file clones its own database from it. */
export default defineConfig({
  test: { globalSetup: ["@marketplace/testkit/postgres-setup"], ...patience },
});
