import { defineConfig } from "vitest/config";

// A start of the product takes seconds, and minutes on a busy machine that has to build it first.
export default defineConfig({ test: { testTimeout: 60_000, hookTimeout: 360_000 } });
