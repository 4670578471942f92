import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { patience } from "../../vitest.shared.ts";

/** `pnpm test:surroundings`: the product behind a real proxy, and on a machine whose clock is set. */
export default defineConfig({
  test: {
    ...patience,
    root: fileURLToPath(new URL("..", import.meta.url)),
    globalSetup: ["surroundings/global-setup.ts"],
    include: ["surroundings/**/*.surroundings.ts"],
    // One product: a clock that is set is set for all, and Debian packages are installed by one at a time.
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
