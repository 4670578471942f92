import { randomBytes } from "node:crypto";
import { begin, bytes, json, type Reply, respond } from "@marketplace/conventions";
import type { Request, RequestHandler } from "express";
import type { Deps } from "../deps.ts";
import { version } from "../documentation/pages/about.ts";
import { consoleApplication } from "./console-application.ts";
import type { ConsoleFiles } from "./console-files.ts";

interface Console {
  files: ConsoleFiles | undefined;
  /** Whether the sandbox lab is there. */
  lab: boolean;
}

const prefix = "/console";

/**
 * Serves the console: its page at `/console` and below, its files, and what it has to know before anybody
 * has signed in. Without a built console all of that is 404, as every path without a resource.
 */
export function consolePages(deps: Deps, { files, lab }: Console): RequestHandler {
  return async (req, res, next) => {
    if (!files || !isRead(req) || !isBelow(req.path)) return next();
    const reply = await replyTo(req, { deps, files, lab });
    if (!reply) return next();
    const exchange = Object.assign(begin(req, res, { ...deps.conventions, jsonp: false }), { route: prefix });
    // The page is no other site's to read.
    res.removeHeader("Access-Control-Allow-Origin");
    await respond(exchange, reply);
  };
}

const isRead = ({ method }: Request): boolean => method === "GET" || method === "HEAD";
const isBelow = (path: string): boolean => path === prefix || path.startsWith(`${prefix}/`);

interface Parts {
  deps: Deps;
  files: ConsoleFiles;
  lab: boolean;
}

async function replyTo(req: Request, { deps, files, lab }: Parts): Promise<Reply | undefined> {
  const path = req.path.slice(prefix.length + 1);
  if (path === "settings.json") return settingsReply(deps, lab);
  if (path.startsWith("assets/")) return assetReply(req, files, path.slice("assets/".length));
  return pageReply(await files.page());
}

/** What the page asks first. */
async function settingsReply(deps: Deps, lab: boolean): Promise<Reply> {
  const { id } = await consoleApplication(deps);
  const { baseUrl: base_url, signIn: sign_in } = deps;
  const settings = { base_url, client_id: String(id), sign_in, lab, release: version };
  return json(settings, { headers: { "Cache-Control": "no-store" } });
}

async function assetReply(req: Request, files: ConsoleFiles, name: string): Promise<Reply | undefined> {
  const asset = await files.asset(name, req.acceptsEncodings("gzip") === "gzip");
  if (!asset) return undefined;
  const { content, mediaType, encoding } = asset;
  return bytes(content, mediaType, {
    headers: {
      // Its name changes with its content.
      "Cache-Control": "public, max-age=31536000, immutable",
      "X-Content-Type-Options": "nosniff",
      Vary: "Accept-Encoding",
      ...(encoding && { "Content-Encoding": encoding }),
    },
  });
}

/** Scripts come from files alone; the styles that libraries write into the page carry the nonce. */
const policyOf = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    // Previews of files.
    "frame-src blob:",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");

function pageReply(page: string): Reply {
  const nonce = randomBytes(16).toString("base64url");
  return bytes(Buffer.from(page.replace("__CSP_NONCE__", nonce)), "text/html; charset=utf-8", {
    headers: {
      "Cache-Control": "no-cache",
      "Content-Security-Policy": policyOf(nonce),
      "Cross-Origin-Resource-Policy": "same-origin",
      "Referrer-Policy": "same-origin",
      "X-Content-Type-Options": "nosniff",
      "X-Frame-Options": "DENY",
    },
  });
}
