import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { serverAccount } from "../embedded/account.ts";
import { freePort } from "../embedded/free-port.ts";
import { query } from "./query.ts";

/** PgBouncer before a test server. */
export interface Pooler {
  /** The address of one of the server's databases behind it. */
  url(database: string): string;
  stop(): Promise<void>;
}

/** The address of the `postgres` database behind a pooler, when the tests are to use one. */
export const poolerVariable = "TEST_POOLER_URL";

/** Starts a pooler when TEST_POOLER names its program. */
export async function startPoolerIfAsked(adminUrl: string): Promise<Pooler | undefined> {
  const program = process.env.TEST_POOLER;
  if (!program) return undefined;
  const pooler = await startPooler(program, adminUrl);
  process.env[poolerVariable] = pooler.url("postgres");
  return pooler;
}

/** Fewer sessions than clients, so that transactions really change places. */
const settings = {
  pool_mode: "transaction",
  // A server that a test stopped and started takes logins at once, not after the default of 15 s.
  server_login_retry: "0",
  auth_type: "plain",
  default_pool_size: "4",
  max_client_conn: "1000",
  max_db_connections: "20",
  server_idle_timeout: "2",
  log_connections: "0",
  log_disconnections: "0",
};

/** Starts `program`, a PgBouncer, in transaction mode before the server at `adminUrl`. */
export async function startPooler(program: string, adminUrl: string): Promise<Pooler> {
  const { port: serverPort, username, password } = new URL(adminUrl);
  const folder = mkdtempSync(join(tmpdir(), "pgbouncer-"));
  const port = await freePort();
  const users = join(folder, "users.txt");
  const lines = Object.entries({ ...settings, listen_port: port, auth_file: users }).map(
    ([name, value]) => `${name} = ${value}`,
  );
  const databases = `[databases]\n* = host=127.0.0.1 port=${serverPort}\n`;
  const ini = `${databases}[pgbouncer]\nlisten_addr = 127.0.0.1\nunix_socket_dir =\n${lines.join("\n")}\n`;
  writeFileSync(users, `"${username}" "${password}"\n`);
  writeFileSync(join(folder, "pgbouncer.ini"), ini);
  const account = serverAccount(folder);
  const child = spawn(program, [join(folder, "pgbouncer.ini")], {
    ...account,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let words = "";
  child.stderr.on("data", (chunk) => {
    words = `${words}${chunk}`.slice(-10_000);
  });
  const url = (database: string) =>
    `postgresql://${username}:${password}@127.0.0.1:${port}/${database}?pooler=transaction`;
  while (!(await accepts(`postgresql://${username}:${password}@127.0.0.1:${port}/postgres`))) {
    if (child.exitCode !== null) throw new Error(`PgBouncer did not start: ${words}`);
    await delay(50);
  }
  return {
    url,
    stop: async () => {
      child.kill("SIGQUIT");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const accepts = (url: string): Promise<boolean> =>
  query(url, "SELECT 1").then(
    () => true,
    () => false,
  );
