import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { installed } from "@marketplace/testkit/debian-package";
import { freePort } from "../product/product.ts";

/** The load balancer before the gateways. */
export interface Front {
  port: number;
  /** Starts it; the gateways need not be there yet. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Makes the HAProxy of docs/upgrade.md before the gateways at these ports. */
export async function frontOf(gatewayPorts: readonly number[], dir: string): Promise<Front> {
  const advice = "the drill needs haproxy (Debian: apt-get install haproxy)";
  const path = "/usr/sbin/haproxy";
  installed({ name: "haproxy", find: () => (existsSync(path) ? path : undefined), advice });
  const port = await freePort();
  let stop = async () => {};
  return {
    port,
    async start() {
      const file = join(dir, "haproxy.cfg");
      await writeFile(file, configurationOf(port, gatewayPorts));
      // It says on stderr which gateways come and go, and why.
      const child = spawn(path, ["-db", "-f", file], { stdio: ["ignore", "ignore", "inherit"] });
      const ended = once(child, "exit");
      await once(child, "spawn");
      stop = async () => {
        child.kill("SIGTERM");
        await ended;
      };
    },
    stop: () => stop(),
  };
}

/** The configuration of docs/upgrade.md, on loopback. */
const configurationOf = (port: number, gatewayPorts: readonly number[]) => `defaults
  mode http
  option forwardfor
  timeout connect 3s
  timeout client 65s
  timeout server 65s

listen gateways
  bind 127.0.0.1:${port}
  option httpchk GET /readyz
  option redispatch 1
  option allbackups
  timeout check 3s
${gatewayPorts.map((one) => `  server gateway-${one} 127.0.0.1:${one} check inter 1s fall 2 rise 1`).join("\n")}
${gatewayPorts.map((one) => `  server unchecked-${one} 127.0.0.1:${one} backup`).join("\n")}
`;

/** The first of so many adjacent ports that nobody listens on. */
export async function freeRange(count: number): Promise<number> {
  for (let tried = 0; tried < 50; tried++) {
    const first = await freePort();
    const ports = Array.from({ length: count }, (_, index) => first + index);
    const free = await Promise.all(ports.map(isFree));
    if (free.every(Boolean)) return first;
  }
  throw new Error(`there are no ${count} adjacent free ports`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const listening = once(server, "listening").then(
    () => true,
    () => false,
  );
  server.listen(port, "127.0.0.1");
  const free = await listening;
  server.close();
  return free;
}
