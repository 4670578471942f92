import { timingSafeEqual } from "node:crypto";
import type { RequestListener } from "node:http";
import { originValidation, requireBearerAuth } from "@modelcontextprotocol/express";
import { toNodeHandler } from "@modelcontextprotocol/node";
import {
  type AuthInfo,
  createMcpHandler,
  localhostAllowedOrigins,
  OAuthError,
  OAuthErrorCode,
} from "@modelcontextprotocol/server";
import express from "express";
import { askProduct, type Caller } from "./product.ts";
import { createServer } from "./server.ts";

export interface McpOptions {
  /** Where the product is reached from here, without a trailing slash. */
  baseUrl: string;
  /** Further names by which pages may reach the product. */
  hostnames?: readonly string[];
  /** The admin token of the sandbox lab; `undefined` where there is none. */
  adminToken: string | undefined;
  onError(error: Error): void;
}

/** Serves MCP by streamable HTTP, without sessions: each request has a server of its own. */
export function createMcpListener(options: McpOptions): RequestListener {
  const { baseUrl, adminToken, onError } = options;
  const handler = createMcpHandler(({ authInfo }) => createServer(callerOf(baseUrl, authInfo)), {
    onerror: onError,
  });
  const verifier = { verifyAccessToken: (token: string) => verified(token, { baseUrl, adminToken }) };
  const app = express();
  app.disable("x-powered-by");
  app.use(originValidation([...localhostAllowedOrigins(), ...(options.hostnames ?? [])]));
  app.use(requireBearerAuth({ verifier }));
  app.all("/mcp", toNodeHandler(handler, { onerror: onError }));
  return app;
}

const admin = "admin";

const callerOf = (baseUrl: string, info: AuthInfo | undefined): Caller => {
  if (!info) return { baseUrl };
  return info.scopes.includes(admin)
    ? { baseUrl, adminToken: info.token }
    : { baseUrl, userToken: info.token };
};

/** Whose token it is: that of the lab, or of a user whom the product knows. */
async function verified(
  token: string,
  { baseUrl, adminToken }: Pick<McpOptions, "baseUrl" | "adminToken">,
): Promise<AuthInfo> {
  // Each request is checked anew, so that nothing depends on this end.
  const info = { token, clientId: "marketplace", expiresAt: Number.POSITIVE_INFINITY };
  if (adminToken !== undefined && isSame(token, adminToken)) return { ...info, scopes: [admin] };
  const { status } = await askProduct(baseUrl, { method: "GET", path: "/users/me", token });
  if (status === 200) return { ...info, scopes: ["user"] };
  throw new OAuthError(OAuthErrorCode.InvalidToken, "The token is neither a user's nor the sandbox's");
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
