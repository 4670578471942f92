import { defineConfig } from "vitest/config";

/** Generous: a slow machine is no failure. */
export default defineConfig({ test: { testTimeout: 60_000, hookTimeout: 60_000 } });
