import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Caller } from "./product.ts";
import { createServer } from "./server.ts";

/** Serves MCP on standard input and output, for one caller. */
export const serveOnStdio = (caller: Caller, onError: (error: Error) => void): { close(): Promise<void> } =>
  serveStdio(() => createServer(caller), { onerror: onError });
