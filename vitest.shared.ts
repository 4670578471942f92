import { defineConfig } from "vitest/config";
import type { Reporter } from "vitest/node";

/**
 * On CI a test that fails runs once more: the machine is shared, and a test of a whole product on it may
 * lose a race that has nothing to do with the product. A second failure counts. Elsewhere the first does.
 */
export const retry = process.env.CI ? 1 : 0;

/** Names the tests that passed on the second try only, so that they are looked into. `.ci/run` lists them. */
const unsteady: Reporter = {
  onTestCaseResult(test) {
    if (test.diagnostic()?.flaky)
      console.log(`passed on the second try only: ${test.module.relativeModuleId} > ${test.fullName}`);
  },
};

export const reporters = ["default", unsteady] satisfies ("default" | Reporter)[];

/** Long timeouts: the machine may be slow, and tests assert no durations. */
export const timeouts = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  retry,
  expect: { poll: { timeout: 60_000 } },
};

/**
 * The test files of a package share a process and its modules: for files of their own to import them took up
 * to half of the CPU time. A file that replaces modules resets them first (`vi.resetModules`).
 */
const isolate = false;

export const withoutDatabase = defineConfig({ test: { ...timeouts, reporters, isolate } });

/** One Postgres per run; every test file clones its own database from it. */
export const withDatabase = defineConfig({
  test: { globalSetup: ["@marketplace/database/testing/postgres-setup"], ...timeouts, reporters, isolate },
});
