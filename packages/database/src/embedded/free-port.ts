import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Below the range from which systems take the ports of connections, and of listeners that name none. */
const lowest = 10_000;
const limit = 32_768;
const maxTries = 100;

/**
 * A port of the loopback address that nobody listens on. A process that starts takes seconds to listen there:
 * no system gives the port to another one meanwhile.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < maxTries; tries++) {
    const port = randomInt(lowest, limit);
    if (await isFree(port)) return port;
  }
  throw new Error(`of ${maxTries} ports none is free`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer().once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
