import { join } from "node:path";
import { freePort } from "../product/product.ts";
import { startHaproxy } from "./haproxy.ts";
import type { Machine } from "./machines.ts";

/** HAProxy before the cluster: one port for the primary, one for the standby. */
export interface ClusterProxy {
  primaryPort: number;
  replicaPort: number;
  stop(): Promise<void>;
}

/** The configuration of docs/deploy.md. */
function configurationOf(members: readonly Machine[], ports: { primary: number; replica: number }): string {
  const servers = members.map(({ name, address }) => `  server ${name} ${address}:5432 check port 8008`);
  const listen = (name: "primary" | "replica") =>
    [
      `listen ${name}`,
      `  bind 127.0.0.1:${ports[name]}`,
      `  option httpchk GET /${name}`,
      "  http-check expect status 200",
      "  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions",
      ...servers,
    ].join("\n");
  return `global
  maxconn 2000

defaults
  mode tcp
  timeout connect 3s
  timeout check 2s
  timeout client 24h
  timeout server 24h

${listen("primary")}

${listen("replica")}
`;
}

/** Starts HAProxy; its first checks may still be under way. */
export async function startProxy(members: readonly Machine[], dir: string): Promise<ClusterProxy> {
  const ports = { primary: await freePort(), replica: await freePort() };
  const stop = await startHaproxy(join(dir, "haproxy.cfg"), configurationOf(members, ports));
  return { primaryPort: ports.primary, replicaPort: ports.replica, stop };
}
