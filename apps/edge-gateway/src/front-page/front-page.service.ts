import { begin, bytes, Reply, respond } from "@marketplace/conventions";
import type { Request, RequestHandler } from "express";
import type { Deps } from "../deps.ts";
import { pageReply, wantsPage } from "../sign-in/pages/page-reply.ts";
import { hasPicker } from "../sign-in/sign-in.policy.ts";
import { favicon } from "./pages/favicon.ts";
import { type FrontPage, frontPage } from "./pages/front-page.ts";
import type { Sandbox } from "./sandbox.schema.ts";

interface First {
  sandbox?: Sandbox | undefined;
  /** Whether the console is served. */
  console: boolean;
}

/**
 * Leads browsers from `/` to the console, or answers them with a page where there is none or it is not
 * wanted (`/?plain`); answers everybody at `/favicon.ico`. Programs get 404 at `/`, as at every path without
 * a resource.
 */
export function firstPage(deps: Deps, { sandbox, console }: First): RequestHandler {
  const { conventions, baseUrl } = deps;
  const shown = { baseUrl, signsIn: !hasPicker(deps), sandbox };
  const replies: Readonly<Record<string, (req: Request) => Reply | undefined>> = {
    "/": (req) => {
      if (!wantsPage(req)) return undefined;
      return console && !wantsPlain(req) ? toConsole() : pageFor(req, shown);
    },
    "/favicon.ico": () => icon,
  };
  return async (req, res, next) => {
    const isRead = req.method === "GET" || req.method === "HEAD";
    const reply = isRead ? replies[req.path]?.(req) : undefined;
    if (!reply) return next();
    const exchange = Object.assign(begin(req, res, { ...conventions, jsonp: false }), { route: req.path });
    // Unlike resources, which need a token, a page with tokens is no other site's to read.
    res.removeHeader("Access-Control-Allow-Origin");
    await respond(exchange, reply);
  };
}

/** The page that needs no script. */
const wantsPlain = (req: Request): boolean => new URL(req.url, "http://gateway").searchParams.has("plain");

/** Programs that ask later get their 404, so that nobody may keep the redirect. */
const toConsole = (): Reply =>
  new Reply(302, { kind: "empty" }, { Location: "/console", "Cache-Control": "no-store", Vary: "Accept" });

const icon = bytes(favicon, "image/svg+xml", {
  headers: { "Cache-Control": "public, max-age=86400", "Content-Security-Policy": "default-src 'none'" },
});

function pageFor(req: Request, shown: FrontPage): Reply {
  const html = frontPage(isFromThisMachine(req) ? shown : { ...shown, sandbox: undefined });
  return pageReply(html, { headers: { Vary: "Accept", "Cross-Origin-Resource-Policy": "same-origin" } });
}

const loopbackHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;

/** What proxies add. Some name themselves as the host, and add one of these only. */
const byProxies = [
  "forwarded",
  "via",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
];

/**
 * Whether the browser was sent to this machine by name: another name may be a foreign site's whose address
 * was changed to loopback (DNS rebinding), or that of a proxy which strangers reach.
 */
const isFromThisMachine = ({ headers }: Request): boolean =>
  loopbackHost.test(headers.host ?? "") && byProxies.every((name) => headers[name] === undefined);
