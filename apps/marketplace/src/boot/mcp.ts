import type { RequestListener } from "node:http";
import type { Logger } from "@marketplace/server";
import type { Metrics } from "@marketplace/telemetry";

export interface McpParts {
  /** Where the product is reached on this machine. */
  ownUrl: string;
  /** Where others reach it. */
  publicUrl?: string | undefined;
  /** The admin token of the lab; `undefined` where there is none. */
  adminToken: string | undefined;
  log: Logger;
  metrics?: Pick<Metrics, "cache">;
}

const path = "/mcp";
const isForMcp = (url: string): boolean =>
  url.startsWith(path) && (url.length === path.length || "/?".includes(url[path.length] ?? ""));

/** Serves MCP at `/mcp` in front of a product. It is loaded by its first request: most products need none. */
export function withMcp(product: RequestListener, parts: McpParts, loading = load): RequestListener {
  let loaded: Promise<RequestListener> | undefined;
  return (req, res) => {
    if (!isForMcp(req.url ?? "")) return product(req, res);
    loaded ??= loading(parts);
    loaded.then(
      (mcp) => mcp(req, res),
      (err: unknown) => {
        // The next request tries again.
        loaded = undefined;
        parts.log.error({ err }, "MCP cannot be served");
        res.destroy();
      },
    );
  };
}

async function load(parts: McpParts): Promise<RequestListener> {
  const { ownUrl, publicUrl = ownUrl, adminToken, log, metrics } = parts;
  const { createMcpListener } = await import("@marketplace/mcp");
  return createMcpListener({
    baseUrl: ownUrl,
    hostnames: [new URL(publicUrl).hostname],
    adminToken,
    ...(metrics && { metrics }),
    onError: (err) => log.warn({ err }, "a request to /mcp failed"),
  });
}
