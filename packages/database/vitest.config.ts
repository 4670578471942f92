import { defineConfig } from "vitest/config";
import { reporters, timeouts } from "../../vitest.shared.ts";

export default defineConfig({
  test: { globalSetup: ["./src/testing/postgres-setup.ts"], reporters, ...timeouts },
});
