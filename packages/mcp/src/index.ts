export { createMcpListener, type McpOptions } from "./http.ts";
export type { Caller } from "./product.ts";
export { createServer, tools } from "./server.ts";
export { serveOnStdio } from "./stdio.ts";
