import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { bareApp, unknownRoute } from "@marketplace/conventions";
import { startApp, testConventions } from "@marketplace/testkit";
import { afterAll, describe, expect, it } from "vitest";
import { guide } from "./guide.ts";
import type { GuideFolder } from "./guide-folder.ts";

const folder = mkdtempSync(join(tmpdir(), "guide-"));
afterAll(() => rmSync(folder, { recursive: true }));
mkdirSync(join(folder, "assets"));
const files = {
  "index.html": "<h1>Home</h1>",
  "errors.html": "<h1>Errors</h1>",
  "errors.md": "# Errors — ¿qué?",
  "llms.txt": "# Marketplace API",
  "assets/app.1a2b.js": "start()",
  "scripts.json": `["'sha256-abc'"]`,
};
for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
writeFileSync(join(folder, "errors.html.gz"), gzipSync(files["errors.html"]));

const conventions = testConventions();
const appOf = (folderOf: () => GuideFolder) =>
  startApp(() => {
    const app = bareApp();
    app.use("/docs/guide", guide({ conventions }, folderOf));
    return app.use(unknownRoute(conventions));
  });
const http = appOf(() => ({ folder }));
let state: GuideFolder = "building";
const unbuilt = appOf(() => state);

describe("/docs/guide", () => {
  it("serves pages by their addresses, also the first one", async () => {
    for (const path of ["/docs/guide", "/docs/guide/", "/docs/guide/index"])
      expect((await http.get(path)).text).toBe(files["index.html"]);
    const page = await http.get("/docs/guide/errors");
    expect([page.status, page.text]).toEqual([200, files["errors.html"]]);
    expect(page.headers["content-type"]).toMatch(/^text\/html;\s*charset=utf-8$/);
  });

  it("lets pages load nothing but their own, and runs the scripts that were built only", async () => {
    const { headers } = await http.get("/docs/guide/errors");
    expect(headers["content-security-policy"]).toContain(
      "default-src 'none'; script-src 'self' 'sha256-abc';",
    );
    expect(headers).toMatchObject({ "x-frame-options": "DENY", "x-content-type-options": "nosniff" });
  });

  it("sends the compressed form to those who take it", async () => {
    const zipped = await http.get("/docs/guide/errors", { headers: { "Accept-Encoding": "gzip" } });
    expect(zipped.headers["content-encoding"]).toBe("gzip");
    expect(zipped.text).toBe(files["errors.html"]);
  });

  it("has each page as Markdown for programs, in UTF-8", async () => {
    const page = await http.get("/docs/guide/errors.md");
    expect([page.headers["content-type"], page.text]).toEqual([
      "text/markdown; charset=utf-8",
      files["errors.md"],
    ]);
    expect((await http.get("/docs/guide/llms.txt")).headers["content-type"]).toBe(
      "text/plain; charset=utf-8",
    );
  });

  it("may be cached for good where names change with the content", async () => {
    const asset = await http.get("/docs/guide/assets/app.1a2b.js");
    expect(asset.headers["cache-control"]).toContain("immutable");
    const page = await http.get("/docs/guide/errors");
    expect(page.headers["cache-control"]).toBe("no-cache");
    const again = await http.get("/docs/guide/errors", {
      headers: { "If-None-Match": page.headers.etag ?? "" },
    });
    expect(again.status).toBe(304);
  });

  it.each(["/docs/guide/nothing", "/docs/guide/../scripts.json", "/docs/guide/%2e%2e/%2e%2e/etc/passwd"])(
    "answers 404 at %s",
    async (path) => expect((await http.get(path)).status).toBe(404),
  );

  it("has no other methods", async () => {
    expect((await http.post("/docs/guide/errors")).status).toBe(404);
  });

  it("says that it is being built while it is", async () => {
    const answer = await unbuilt.get("/docs/guide/errors");
    expect(answer.status).toBe(503);
    expect(answer.headers).toMatchObject({ refresh: "3", "retry-after": "3" });
    expect(answer.text).toContain("being built");
  });

  it("says that it is not there once a build has failed, until one succeeds", async () => {
    state = "missing";
    const answer = await unbuilt.get("/docs/guide/errors");
    expect([answer.status, answer.headers.refresh, answer.headers["retry-after"]]).toEqual([
      503,
      undefined,
      undefined,
    ]);
    expect(answer.text).toContain("could not be built");
    state = { folder };
    expect((await unbuilt.get("/docs/guide/errors")).text).toBe(files["errors.html"]);
  });
});
