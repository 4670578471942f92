import { defineConfig } from "vitest/config";

/** Long timeouts: the machine may be slow, and tests assert no durations. */
export const patience = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 30_000 } } };

export const withoutDatabase = defineConfig({ test: patience });

/** One Postgres per run; every test file clones its own database from it. */
export const withDatabase = defineConfig({
  test: { globalSetup: ["@marketplace/testkit/postgres-setup"], ...patience },
});
