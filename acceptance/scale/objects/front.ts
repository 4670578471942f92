import { join } from "node:path";
import { freePort } from "../../product/product.ts";
import { startHaproxy } from "../haproxy.ts";
import type { Gateway } from "./ceph.ts";

/** HAProxy before the gateways of a zone: one address for all of them. */
export interface Front {
  url: string;
  stop(): Promise<void>;
}

/** The configuration of docs/deploy.md. */
const configurationOf = (port: number, gateways: readonly Gateway[]): string => `global
  maxconn 2000

defaults
  mode http
  timeout connect 3s
  timeout check 2s
  timeout client 1m
  timeout server 1m

listen objects
  bind 127.0.0.1:${port}
  balance roundrobin
  option redispatch
  option httpchk GET /swift/healthcheck
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${gateways.map(({ name, url }) => `  server ${name.replace(" ", "-")} ${new URL(url).host} check`).join("\n")}
`;

export async function startFront(gateways: readonly Gateway[], dir: string): Promise<Front> {
  const port = await freePort();
  const stop = await startHaproxy(join(dir, "objects.cfg"), configurationOf(port, gateways));
  return { url: `http://127.0.0.1:${port}`, stop };
}
