import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { reporters, retry } from "../../vitest.shared.ts";

/** `pnpm test:browser`: the pages in a real browser. The other suites speak HTTP only. */
export default defineConfig({
  test: {
    retry,
    reporters,
    root: fileURLToPath(new URL("..", import.meta.url)),
    include: ["browser/**/*.browser.ts"],
    globalSetup: ["browser/install.ts", "product/prepared-setup.ts", "product/global-setup.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // The documentation takes seconds to draw all operations on a busy machine.
    expect: { poll: { timeout: 30_000 } },
  },
});
