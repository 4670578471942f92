import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

// Tests the object store on a real S3 server: the one that S3_ENDPOINT names, else a radosgw of our own.
// A server that cannot be started fails the run; nothing is skipped.

const here = fileURLToPath(new URL("..", import.meta.url));
/** The packages with tests on S3: the store, and a service that sweeps it. */
const tested = [here, path.join(here, "../../apps/invoices-service")];

/** Two different free ports of loopback. */
async function freePorts() {
  const servers = [createServer(), createServer()];
  for (const server of servers) await once(server.listen(0, "127.0.0.1"), "listening");
  const ports = servers.map((server) => server.address().port);
  for (const server of servers) await once(server.close(), "close");
  return ports;
}

async function startServer() {
  const home = await mkdtemp(path.join(tmpdir(), "radosgw-"));
  const [port, monitorPort] = await freePorts();
  const script = path.join(here, "scripts/radosgw.sh");
  const args = [script, path.join(home, "cluster"), String(port), String(monitorPort)];
  // A group of its own, so that Ctrl-C reaches it through us alone and it stops in order.
  const server = spawn("bash", args, { stdio: ["ignore", "pipe", "inherit"], detached: true });
  const exited = new Promise((resolve) => server.once("close", resolve));
  const stop = async () => {
    server.kill("SIGTERM");
    await exited;
    await rm(home, { recursive: true, force: true });
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.once(signal, () => stop().then(() => process.exit(1)));
  }
  for await (const line of createInterface({ input: server.stdout })) {
    const [word, url] = line.split(" ");
    if (word === "ready") return { url, stop };
  }
  await stop();
  throw new Error("the S3 server did not start; its last words are above");
}

async function runTests(env, args) {
  // Named tests may be in one of the packages only.
  const named = args.length > 0 ? ["--passWithNoTests", ...args] : [];
  const vitest = ["exec", "vitest", "run", "--config", "vitest.s3.config.ts", ...named];
  let failed = 0;
  for (const cwd of tested) {
    const tests = spawn("pnpm", vitest, { cwd, stdio: "inherit", env: { ...process.env, ...env } });
    const [code] = await once(tests, "close");
    failed ||= code ?? 1;
  }
  return failed;
}

if (process.env.S3_ENDPOINT) {
  process.exitCode = await runTests({}, process.argv.slice(2));
} else {
  const server = await startServer();
  const env = {
    S3_ENDPOINT: server.url,
    S3_ACCESS_KEY: "conformance-access",
    S3_SECRET_KEY: "conformance-secret",
    S3_REGION: "us-east-1",
  };
  process.exitCode = await runTests(env, process.argv.slice(2)).finally(server.stop);
}
