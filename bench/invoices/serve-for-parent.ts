import type { RequestListener } from "node:http";
import { serve } from "@marketplace/server";
import { serveParent } from "./child.ts";

/** In the child: serves the app on a free port until the parent stops it. */
export async function serveForParent(app: RequestListener, facts?: Record<string, unknown>): Promise<void> {
  const { server } = await serve(app, { host: "127.0.0.1", port: 0 });
  serveParent(server, facts);
  // Its data is removed after the measurement, so it needs no orderly shutdown.
  process.on("SIGTERM", () => process.exit(0));
}
