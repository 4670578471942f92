import { readFileSync } from "node:fs";
import { begin } from "@marketplace/conventions";
import type { RequestHandler, Response } from "express";
import sirv from "sirv";
import type { Deps } from "../deps.ts";
import { page } from "../sign-in/pages/html.ts";
import { createGuideFolder } from "./guide-folder.ts";

/** What pages of the guide may load: their own address, and the scripts inside them by their hashes. */
const policyOf = (scripts: readonly string[]): string =>
  [
    "default-src 'none'",
    `script-src 'self' ${scripts.join(" ")}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");

/** Names of assets change with their content. */
const isAsset = (path: string): boolean => path.startsWith("/assets/");

function serve(folder: string): ReturnType<typeof sirv> {
  // `finish.ts` of the site writes it: an array of hashes.
  const scripts = JSON.parse(readFileSync(`${folder}/scripts.json`, "utf8")) as string[];
  const policy = policyOf(scripts);
  return sirv(folder, {
    gzip: true,
    etag: true,
    extensions: ["html"],
    setHeaders(res, path) {
      res.setHeader("Content-Security-Policy", policy);
      res.setHeader("X-Frame-Options", "DENY");
      res.setHeader("Cache-Control", isAsset(path) ? "public, max-age=31536000, immutable" : "no-cache");
      const [, text] = /\.(md|txt)$/.exec(path) ?? [];
      if (text) res.setHeader("Content-Type", `text/${text === "md" ? "markdown" : "plain"}; charset=utf-8`);
    },
  });
}

const notBuilt = page(
  "The guide is being built",
  `<p>This takes some seconds at its first use; the page reloads by itself.</p>`,
);

const missing = page(
  "The guide is not there",
  `<p>It could not be built: the log says why. <code>pnpm guide</code> builds it; its pages are also the
Markdown files of <code>docs</code>.</p>`,
);

/** Only a checkout builds its guide when it is asked for; images and packages have it. */
function answerWithout(res: Response, why: "building" | "missing"): void {
  const soon: Record<string, string> = why === "building" ? { Refresh: "3", "Retry-After": "3" } : {};
  res
    .writeHead(503, {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
      "Cache-Control": "no-store",
      ...soon,
    })
    .end(why === "building" ? notBuilt : missing);
}

/** Serves the guide, static files, below the path at which it is mounted. Other paths go on. */
export function guide(
  { conventions }: Pick<Deps, "conventions">,
  folderOf = createGuideFolder(conventions.log),
): RequestHandler {
  let served: ReturnType<typeof sirv> | undefined;
  return (req, res, next) => {
    if (req.method !== "GET" && req.method !== "HEAD") return next();
    Object.assign(begin(req, res, conventions), { route: "/docs/guide" });
    if (!served) {
      const found = folderOf();
      if (typeof found === "string") return answerWithout(res, found);
      served = serve(found.folder);
    }
    served(req, res, next);
  };
}
