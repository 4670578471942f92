import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { reporters, timeouts } from "../../vitest.shared.ts";

/** `pnpm test:surroundings`: the product behind a real proxy, and on a machine whose clock is changed. */
export default defineConfig({
  test: {
    ...timeouts,
    reporters,
    root: fileURLToPath(new URL("..", import.meta.url)),
    globalSetup: ["surroundings/global-setup.ts"],
    include: ["surroundings/**/*.surroundings.ts"],
    // Run one file at a time: they share a product and its clock, and install Debian packages.
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
