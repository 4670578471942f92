import { defineConfig } from "vite";

/** What the gateway serves at `/console`. */
export default defineConfig({
  base: "/console/",
  build: {
    outDir: "dist",
    target: "es2022",
    // Written as files: the policy of the page allows no data: URLs but for images.
    assetsInlineLimit: 0,
    manifest: "manifest.json",
    license: { fileName: "licenses.md" },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      // "use client" is for servers that render; the console has none.
      onLog: (level, log, report) => void (log.code !== "MODULE_LEVEL_DIRECTIVE" && report(level, log)),
    },
  },
  // `pnpm --filter @marketplace/console dev` works on a product that runs on the usual port.
  server: {
    proxy: Object.fromEntries(
      ["/_sandbox", "/oauth", "/authorization", "/sign_in", "/console/settings.json"].map((path) => [
        path,
        { target: "http://127.0.0.1:8080", changeOrigin: false },
      ]),
    ),
  },
});
