import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { reporters, timeouts } from "../../vitest.shared.ts";

// Runs on a product with two replicas of every service, which `product/shape.ts` starts.
const shared = {
  root: fileURLToPath(new URL("..", import.meta.url)),
  globalSetup: ["product/global-setup.ts"],
  fileParallelism: false,
  maxWorkers: 1,
  ...timeouts,
  testTimeout: 300_000,
};

export default defineConfig({
  test: {
    reporters,
    projects: [
      { test: { name: "two of each", include: ["replicas/two-of-each/*.test.ts"], ...shared } },
      { test: { name: "stopping", include: ["replicas/stopping.test.ts"], ...shared } },
    ],
  },
});
