import { defineConfig } from "vitest/config";

/** Run by `conforms.detects.test.ts`: the suite against a server that keeps no convention. */
export default defineConfig({ test: { root: import.meta.dirname, include: ["*.fixture.ts"] } });
