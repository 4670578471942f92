import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * Below the range from which Linux and macOS by default take ports of connections, and of
 * listeners that name none.
 */
const lowest = 10_000;
const limit = 32_768;
const maxTries = 100;

/**
 * A port of the loopback address that nobody listens on. A process that starts takes seconds to listen there:
 * these systems give the port to no other one meanwhile.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < maxTries; tries++) {
    const port = randomInt(lowest, limit);
    if (await isFree(port)) return port;
  }
  throw new Error(`of ${maxTries} ports none is free`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" || error.code === "EACCES" ? resolve(false) : reject(error),
    );
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
