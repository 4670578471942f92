import { spawn } from "node:child_process";
import { existsSync, globSync, statSync } from "node:fs";
import { setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import type { Logger } from "pino";

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Beside the bundle, in images and packages. */
const shipped = at("./guide");

/** Above `apps/edge-gateway/src/guide`, or above the `dist` of an app. */
const checkout = [at("../../../../docs"), at("../../../docs")].find((docs) =>
  existsSync(`${docs}/node_modules/vitepress/bin/vitepress.js`),
);

const buildMs = 120_000;
const buildPriority = 10;

const changedAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Whether a page has changed since the last build. */
function isStale(docs: string): boolean {
  const pages = globSync(["*.md", "**/*.md", ".vitepress/*.ts", "../*.md"], { cwd: docs }).filter(
    (file) => !/(?:^|\/)(?:node_modules|dist)\//.test(file),
  );
  const builtAt = changedAt(`${docs}/dist/llms.txt`);
  return pages.some((file) => changedAt(`${docs}/${file}`) > builtAt);
}

/** Builds the site with the tools of the checkout, below the priority of requests. */
function build(docs: string, log: Logger): Promise<void> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ["node_modules/vitepress/bin/vitepress.js", "build"], {
      cwd: docs,
      stdio: ["ignore", "ignore", "pipe"],
      timeout: buildMs,
    });
    if (child.pid !== undefined) setPriority(child.pid, buildPriority);
    let said = "";
    child.stderr.on("data", (chunk) => (said = `${said}${chunk}`.slice(-2_000)));
    child.on("error", (error) => (said = error.message));
    child.on("close", (code) => {
      if (code !== 0) log.error({ said }, "the guide was not built");
      resolve();
    });
    child.unref();
  });
}

/** Where the guide is, or why it is nowhere. */
export type GuideFolder = { folder: string } | "building" | "missing";

/**
 * Looks for the guide. A checkout builds it when it is first asked for, and no start waits for it. After a
 * build that failed the one before is shown, if there is one.
 */
export function createGuideFolder(log: Logger): () => GuideFolder {
  let state: "unchecked" | "building" | "checked" = "unchecked";
  return () => {
    if (existsSync(shipped)) return { folder: shipped };
    if (checkout === undefined) return "missing";
    if (state === "unchecked" && isStale(checkout)) {
      state = "building";
      void build(checkout, log).then(() => (state = "checked"));
    }
    if (state === "building") return "building";
    state = "checked";
    return existsSync(`${checkout}/dist/llms.txt`) ? { folder: `${checkout}/dist` } : "missing";
  };
}
