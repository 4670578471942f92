import type { RequestListener } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** In a script that serves: listens on a free port, tells it to the parent, and ends with it. */
export function serveParent(listener: RequestListener): void {
  endWithParent();
  const server = createServer({ keepAliveTimeout: 65_000 }, listener);
  server.listen(0, "127.0.0.1", () => {
    // A listening TCP server has an address object.
    const { port } = server.address() as AddressInfo;
    process.send?.({ port });
  });
}

/** Whoever measures is gone: so is the reason to run. */
export function endWithParent(): void {
  process.once("disconnect", () => process.exit(0));
  process.once("SIGTERM", () => process.exit(0));
}
