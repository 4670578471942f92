import { bytes, type Problem, Reply } from "@marketplace/conventions";
import type { Request } from "express";
import { problemPage } from "./problem-page.ts";

interface PageOptions {
  status?: number;
  headers?: Record<string, string>;
  /** Where forms of the page may be sent. Anywhere when absent: an answer may redirect to an application. */
  formAction?: "'self'";
}

/** A page that is not framed, not stored, loads nothing but its icon and does not tell others its address. */
export function pageReply(html: Buffer, { status = 200, headers, formAction }: PageOptions = {}): Reply {
  const policy = [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    // The icon.
    "img-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(formAction ? [`form-action ${formAction}`] : []),
  ].join("; ");
  return bytes(html, "text/html; charset=utf-8", {
    status,
    headers: {
      "Cache-Control": "no-store",
      "Content-Security-Policy": policy,
      // For browsers that do not know frame-ancestors.
      "X-Frame-Options": "DENY",
      "X-Content-Type-Options": "nosniff",
      // Our own forms still send their origin.
      "Referrer-Policy": "same-origin",
      ...headers,
    },
  });
}

/** Whether a browser asks, which gets a page where a program gets an error body. JSONP wraps bodies only. */
export function wantsPage({ headers, originalUrl }: Request): boolean {
  if (new URL(originalUrl, "http://gateway").searchParams.has("callback")) return false;
  return headers.accept?.includes("text/html") ?? false;
}

/** Browsers get a page, programs the error body. */
export function refuse(problem: Problem, req: Request): Reply {
  if (!wantsPage(req)) throw problem;
  const { status, headers } = problem;
  return pageReply(problemPage(problem.message), { status, headers: { ...headers } });
}

/** Sends a browser to another address. */
export const sendTo = (location: string): Reply =>
  new Reply(302, { kind: "empty" }, { Location: location, "Cache-Control": "no-store" });
