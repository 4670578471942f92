import { defineConfig } from "vitest/config";

/**
 * Every package and app is a vitest project. `turbo run test` runs them separately, this file all in one
 * process.
 */
export default defineConfig({ test: { projects: ["packages/*", "apps/*", "bench"] } });
