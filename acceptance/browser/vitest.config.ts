import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { reporters, timeouts } from "../../vitest.shared.ts";

/** `pnpm test:browser`: the pages in a real browser. The other suites speak HTTP only. */
export default defineConfig({
  test: {
    ...timeouts,
    reporters,
    root: fileURLToPath(new URL("..", import.meta.url)),
    include: ["browser/**/*.browser.ts"],
    globalSetup: ["browser/install.ts", "product/prepared-setup.ts", "product/global-setup.ts"],
    // The documentation takes seconds to draw all operations on a busy machine.
    testTimeout: 200_000,
    hookTimeout: 200_000,
  },
});
