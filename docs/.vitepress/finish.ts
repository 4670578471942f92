import { createHash } from "node:crypto";
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { groups } from "./pages.ts";
import { root, targets } from "./routes.ts";

const base = "/docs/guide";

/** What language models read first: every page with its address as Markdown (llmstxt.org). */
function llmsText(): string {
  const chapters = groups.map(({ text, pages }) => {
    const lines = pages.flatMap(([title, file]) => {
      const target = targets.get(file);
      return target === undefined ? [] : [`- [${title}](${base}/${target})`];
    });
    return `## ${text}\n\n${lines.join("\n")}\n`;
  });
  const introduction = `# Marketplace API

> An open-source, self-hosted marketplace back end: questions, invoices, Flex shipping, categories, search, orders and notifications, with a
> sandbox for tests. Clients of the public Mercado Libre REST API work unchanged. All operations: /openapi.json
`;
  return [introduction, ...chapters].join("\n");
}

/** Hashes of the scripts inside pages, which a Content-Security-Policy names. */
function inlineScripts(pages: readonly string[]): string[] {
  const scripts = pages.flatMap((page) =>
    [...page.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]+?)<\/script>/g)].map(([, script = ""]) => script),
  );
  return [...new Set(scripts)].map(
    (script) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`,
  );
}

/** Adds llms.txt, the pages as Markdown, the hashes of scripts, and a compressed form of each text. */
export function finish(folder: string): void {
  for (const [file, target] of targets) {
    const copy = join(folder, target);
    mkdirSync(dirname(copy), { recursive: true });
    writeFileSync(copy, readFileSync(join(root, file)));
  }
  writeFileSync(join(folder, "llms.txt"), llmsText());
  const pages = globSync("**/*.html", { cwd: folder }).map((file) =>
    readFileSync(join(folder, file), "utf8"),
  );
  writeFileSync(join(folder, "scripts.json"), JSON.stringify(inlineScripts(pages)));
  for (const file of globSync("**/*.{html,js,css,md,txt,json}", { cwd: folder })) {
    writeFileSync(join(folder, `${file}.gz`), gzipSync(readFileSync(join(folder, file)), { level: 9 }));
  }
}
