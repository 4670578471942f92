import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "@marketplace/database/testing";
import { launch } from "../child.ts";
import { untilReady } from "../until-ready.ts";
import type { Baseline } from "./bare.ts";

const configuration = (folder: string, port: number, upstream: string): string => `
worker_processes 1;
daemon off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
  access_log off;
  ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder}/${name};`).join(" ")}
  keepalive_requests 1000000;
  upstream service { server ${new URL(upstream).host}; keepalive 64; }
  server {
    listen 127.0.0.1:${port};
    location / { proxy_pass http://service; proxy_http_version 1.1; proxy_set_header Connection ""; }
  }
}
`;

/** nginx as a reverse proxy of a server; undefined when it is not installed. */
export async function startNginx(upstream: string): Promise<Baseline | undefined> {
  if (spawnSync("nginx", ["-v"]).status !== 0) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "bench-nginx-"));
  const port = await freePort();
  const file = join(folder, "nginx.conf");
  writeFileSync(file, configuration(folder, port, upstream));
  const child = launch({ core: "server", command: "nginx", args: ["-p", folder, "-c", file] });
  const stop = async () => {
    await child.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${port}`;
  try {
    await untilReady(url, 10_000, child.isRunning);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, pids: [child.pid], stop };
}
