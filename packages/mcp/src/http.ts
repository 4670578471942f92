import type { RequestListener } from "node:http";
import { originValidation } from "@modelcontextprotocol/express";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { type AuthInfo, createMcpHandler, localhostAllowedOrigins } from "@modelcontextprotocol/server";
import express from "express";
import { admin, type Product, requireToken } from "./bearer.ts";
import type { Caller } from "./product.ts";
import { createServer } from "./server.ts";

export interface McpOptions extends Product {
  /** Further names by which pages may reach the product. */
  hostnames?: readonly string[];
  onError(error: Error): void;
}

/** Serves MCP by streamable HTTP, without sessions: each request has a server of its own. */
export function createMcpListener(options: McpOptions): RequestListener {
  const { baseUrl, onError } = options;
  const handler = createMcpHandler(({ authInfo }) => createServer(callerOf(baseUrl, authInfo)), {
    onerror: onError,
  });
  const app = express();
  app.disable("x-powered-by");
  app.use(originValidation([...localhostAllowedOrigins(), ...(options.hostnames ?? [])]));
  app.use(requireToken(options));
  app.all("/mcp", toNodeHandler(handler, { onerror: onError }));
  return app;
}

const callerOf = (baseUrl: string, info: AuthInfo | undefined): Caller => {
  if (!info) return { baseUrl };
  return info.scopes.includes(admin)
    ? { baseUrl, adminToken: info.token }
    : { baseUrl, userToken: info.token };
};
