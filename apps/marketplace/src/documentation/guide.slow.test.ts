import { execFile } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { errorCatalog } from "./error-catalog.ts";

const docs = fileURLToPath(new URL("../../../../docs", import.meta.url));
let site = "";
const textOf = (file: string): string => readFileSync(join(site, file), "utf8");

beforeAll(async () => {
  site = await mkdtemp(join(tmpdir(), "marketplace-site-"));
  // Proxies that nobody answers at: the build needs no network. A link to no page fails it.
  const nowhere = { HTTP_PROXY: "http://127.0.0.1:9", HTTPS_PROXY: "http://127.0.0.1:9" };
  const build = ["node_modules/vitepress/bin/vitepress.js", "build", "--outDir", site];
  await promisify(execFile)(process.execPath, build, { cwd: docs, env: { ...process.env, ...nowhere } });
  return () => rm(site, { recursive: true });
}, 120_000);

describe("the guide", () => {
  it("has the place of every error, to which answers link", () => {
    const page = textOf("errors.html");
    for (const { key } of errorCatalog()) expect(page).toContain(`<h3 id="${key}"`);
  });

  it("loads nothing from other addresses", () => {
    for (const file of globSync("**/*.html", { cwd: site })) {
      const loaded = textOf(file).matchAll(/<(?:script|link|img)[^>]* (?:src|href)="([^"]+)"/g);
      for (const [, address] of loaded)
        expect([file, address]).toEqual([file, expect.stringMatching(/^\/[^/]/)]);
    }
  });

  it("is listed in llms.txt, each page with its text", () => {
    const listed = [...textOf("llms.txt").matchAll(/\]\(\/docs\/guide\/([^)]+)\)/g)].map(
      ([, file = ""]) => file,
    );
    expect(listed.length).toBeGreaterThan(30);
    for (const file of listed) expect([file, existsSync(join(site, file))]).toEqual([file, true]);
    expect(listed).toContain("areas/questions.md");
  });

  it("is searched without a server", () => {
    const [index = ""] = globSync("assets/chunks/@localSearchIndexroot.*.js", { cwd: site });
    expect(textOf(index)).toContain("asker_blocked");
  });
});
