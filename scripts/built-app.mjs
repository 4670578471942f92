// Builds apps/marketplace, or every app, when a source is newer than a bundle. A start without changes builds
// nothing.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const apps = () =>
  readdirSync(join(root, "apps")).filter((app) => existsSync(join(root, "apps", app, "package.json")));
/** What an app is built into, where it is not a program. */
const outputs = { console: "dist/index.html" };
const notSources = new Set(["node_modules", "dist", "generated", ".turbo"]);

const changedAt = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** The newest modification time below a folder. Removing a file changes the time of its folder. */
function newestBelow(folder) {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !notSources.has(name));
  return entries.reduce((newest, entry) => {
    const path = join(folder, entry.name);
    return Math.max(newest, entry.isDirectory() ? newestBelow(path) : changedAt(path));
  }, changedAt(folder));
}

/**
 * The URL of a built entry point of the marketplace app, `main` or `cli`; `everything` builds the services
 * too.
 */
export function builtApp(entry, { everything = false } = {}) {
  const newest = Math.max(
    ...["apps", "packages", "scripts"].map((folder) => newestBelow(join(root, folder))),
    changedAt(join(root, "pnpm-lock.yaml")),
  );
  const built = everything ? apps() : ["marketplace", "console"];
  const bundles = built.map((app) => join(root, "apps", app, outputs[app] ?? "dist/main.js"));
  if (bundles.some((bundle) => newest >= changedAt(bundle))) {
    buildApp(everything ? ["--filter=./apps/*"] : ["--filter=@marketplace/app"]);
    // A bundle restored from turbo's cache keeps its old date.
    for (const bundle of bundles) utimesSync(bundle, new Date(), new Date());
  }
  return new URL(`../apps/marketplace/dist/${entry}.js`, import.meta.url);
}

function buildApp(filters) {
  const options = [...filters, "--output-logs=errors-only", "--log-prefix=none"];
  const env = { ...process.env, TURBO_TELEMETRY_DISABLED: "1" };
  const startedAt = performance.now();
  process.stderr.write("  … Building\n");
  // Standard output belongs to the product. What turbo says of itself is of interest only when it fails.
  const { status, error, stdout, stderr } = spawnSync("turbo", ["run", "build", ...options], {
    cwd: root,
    env,
    stdio: ["ignore", "pipe", "pipe"],
    encoding: "utf8",
    maxBuffer: 64 * 2 ** 20,
  });
  if (error)
    process.stderr.write(`turbo cannot be run (${error.message}): start with npx -y pnpm@12.21.0 start\n`);
  if (status !== 0) {
    process.stderr.write(`${stdout ?? ""}${stderr ?? ""}`);
    process.exit(status ?? 1);
  }
  process.stderr.write(`  ✓ Built (${((performance.now() - startedAt) / 1_000).toFixed(1)} s)\n`);
}
