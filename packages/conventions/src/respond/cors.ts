import type { IncomingMessage } from "node:http";

const exposed =
  "Allow, ETag, Link, Retry-After, Accept-Ranges, Content-Range, X-Content-Created, X-Content-MD5, X-Request-Id, Content-Disposition, Idempotent-Replayed";
const always = [
  ["Access-Control-Allow-Origin", "*"],
  ["Access-Control-Expose-Headers", exposed],
] as const;
const preflight = [
  ...always,
  ["Access-Control-Allow-Methods", "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"],
  [
    "Access-Control-Allow-Headers",
    "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Range, X-Format-New, X-New-Domain, X-Request-Id, X-Version",
  ],
  ["Access-Control-Max-Age", "86400"],
] as const;

/** Open to every origin, without cookies or credentials (decisions 1.7). */
export const corsHeaders = (req: IncomingMessage): readonly (readonly [string, string])[] =>
  req.method === "OPTIONS" && req.headers["access-control-request-method"] !== undefined ? preflight : always;
