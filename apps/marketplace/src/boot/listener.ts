import type { RequestListener } from "node:http";
import { helpLink, messageOf } from "@marketplace/conventions";
import { type ServerLimits, serve } from "@marketplace/server";
import { StartRefused } from "./start-refused.ts";

export type Listener = Awaited<ReturnType<typeof openListener>>;

const message = "The marketplace is starting: try again in a moment";
const starting = { message, error: "service_unavailable", status: 503, cause: [] };
/** Errors below `/oauth` have one field more (decisions 1.1). */
const startingOauth = { ...starting, error_description: message };
const isOauth = (url = ""): boolean => /^\/oauth(?:[/?]|$)/.test(url);

/** The product's server. It listens before anything else starts: a taken port is known at once. */
export async function openListener(host: string, port: number, limits?: ServerLimits) {
  let app: RequestListener = (req, res) => {
    res
      .writeHead(503, {
        "Content-Type": "application/json; charset=utf-8",
        Link: helpLink("service_unavailable"),
        "Retry-After": "1",
      })
      .end(JSON.stringify(isOauth(req.url) ? startingOauth : starting));
  };
  try {
    const listening = await serve((req, res) => app(req, res), { host, port, ...(limits && { limits }) });
    return {
      ...listening,
      /** Passes requests to the product; until then they get 503. */
      open(ready: RequestListener): void {
        app = ready;
      },
    };
  } catch (error) {
    throw new StartRefused(reasonOf(error, host, port));
  }
}

function reasonOf(error: unknown, host: string, port: number): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE") return `Port ${port} on ${host} is already taken: set PORT to a free one`;
  if (code === "EACCES")
    return `Port ${port} on ${host} may not be used by this user: set PORT to one over 1023`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    return `${host} is not an address of this machine: set HOST to one`;
  return `Cannot listen on ${host}:${port}: ${messageOf(error)}`;
}
