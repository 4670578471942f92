import { spawn } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { installed } from "@marketplace/testkit/debian-package";
import { ask } from "./ask.ts";

const path = "/usr/sbin/nginx";

/** A port of nginx, its upstream, and the header that carries the client's address. */
export interface Listener {
  port: number;
  to: number;
  sets: string;
}

/** Configuration that forwards the client's address, from nginx's documentation and RFC 7239. */
export const xForwardedFor = "proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;";
export const forwarded = 'proxy_set_header Forwarded "$http_forwarded, for=$remote_addr";';
/** Drops the headers that a client sends itself. */
export const replacedForwarded = "proxy_set_header Forwarded for=$remote_addr;";

const server = ({ port, to, sets }: Listener): string => `
  server {
    listen 127.0.0.1:${port};
    location / { proxy_pass http://127.0.0.1:${to}; proxy_bind 127.0.0.1; proxy_http_version 1.1; ${sets} }
  }`;

const configuration = (folder: string, listeners: readonly Listener[]): string => `
daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
events { worker_connections 256; }
http {
  access_log off;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi; uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  ${listeners.map(server).join("")}
}
`;

/** Starts nginx, and installs it when it is missing and this user may; returns a function that stops it. */
export async function startNginx(
  folder: string,
  listeners: readonly Listener[],
): Promise<() => Promise<void>> {
  const program = installed({
    name: "nginx-light",
    find: () => (existsSync(path) ? path : undefined),
    advice: `The product is not tried behind a proxy without nginx at ${path} (Debian: apt-get install nginx-light)`,
  });
  const file = join(folder, "nginx.conf");
  writeFileSync(file, configuration(folder, listeners));
  const child = spawn(program, ["-c", file, "-e", join(folder, "error.log")], { stdio: "inherit" });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  for (const { port } of listeners) {
    while (!(await ask(`http://127.0.0.1:${port}/livez`).catch(() => undefined))) {
      if (child.exitCode !== null) throw new Error("nginx did not start: its words are above");
      await delay(50);
    }
  }
  return async () => {
    child.kill("SIGQUIT");
    await ended;
  };
}
