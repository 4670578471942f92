import { spawn } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { installed } from "@marketplace/testkit/debian-package";

const path = "/usr/bin/caddy";
const example = fileURLToPath(new URL("../../deploy/compose/tls/Caddyfile", import.meta.url));

interface Ports {
  http: number;
  https: number;
  /** The gateway's. */
  to: number;
}

/** The example as it is, on ports that are free; Caddy itself issues the certificate of localhost. */
const configuration = ({ http, https }: Ports): string => `{
  admin off
  skip_install_trust
  default_bind 127.0.0.1
  http_port ${http}
  https_port ${https}
}
import ${example}
`;

/**
 * Starts Caddy on the Caddyfile of deploy/compose/tls, and installs it when it is missing and this user may;
 * returns the certificate to trust, and a function that stops it.
 */
export async function startCaddy(folder: string, ports: Ports) {
  const program = installed({
    name: "caddy",
    find: () => (existsSync(path) ? path : undefined),
    advice: `The TLS example is not tried without Caddy at ${path} (Debian: apt-get install caddy)`,
  });
  const file = join(folder, "Caddyfile");
  writeFileSync(file, configuration(ports));
  const env = {
    ...process.env,
    HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
    DOMAIN: "localhost",
    GATEWAY: `127.0.0.1:${ports.to}`,
  };
  const child = spawn(program, ["run", "--adapter", "caddyfile", "--config", file], { env, stdio: "pipe" });
  let log = "";
  for (const output of [child.stdout, child.stderr])
    output.on("data", (chunk: Buffer) => {
      log += chunk;
    });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const certificate = join(folder, "caddy/pki/authorities/local/root.crt");
  const issued = join(folder, "caddy/certificates/local/localhost/localhost.crt");
  while (!existsSync(certificate) || !existsSync(issued)) {
    if (child.exitCode !== null) throw new Error(`Caddy did not start:\n${log}`);
    await delay(50);
  }
  return {
    ca: await readFile(certificate, "utf8"),
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
