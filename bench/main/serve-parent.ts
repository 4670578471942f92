import type { RequestListener } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Serves on a free port, reports it to the parent, and ends with the parent. */
export function serveParent(listener: RequestListener): void {
  endWithParent();
  const server = createServer({ keepAliveTimeout: 65_000 }, listener);
  server.listen(0, "127.0.0.1", () => {
    // The address of a TCP server is an object.
    const { port } = server.address() as AddressInfo;
    process.send?.({ port });
  });
}

/** Ends this process when the bench has ended. */
export function endWithParent(): void {
  process.once("disconnect", () => process.exit(0));
  process.once("SIGTERM", () => process.exit(0));
}
