// Runs the tests of every service's database behind PgBouncer in transaction mode: `pnpm test:pooler
// [services]`. The program is the one that TEST_POOLER names, the system's, or Debian's, which root installs;
// without one the run fails.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const places = ["/usr/sbin/pgbouncer", "/usr/local/bin/pgbouncer", "/opt/homebrew/bin/pgbouncer"];
const installed = () => process.env.TEST_POOLER || places.find((place) => existsSync(place));

function install() {
  const options = { stdio: "inherit", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
  const install = ["install", "-y", "-qq", "--no-install-recommends", "pgbouncer"];
  // The lists of packages may be there, and recent enough.
  if (spawnSync("apt-get", install, options).status === 0) return;
  spawnSync("apt-get", ["update", "-qq"], options);
  spawnSync("apt-get", install, options);
}

// Left out is what a pooler takes away: prepared statements, a time limit per client. The other suites of the
// database package and the gateway's notifications and caches talk to the server itself.
const lost = ["--testNamePattern", "^(?!.*(prepared once per connection|over the time limit))"];
const suites = {
  database: [
    "packages/database",
    "src/database.db",
    "src/sql.db",
    "src/idempotency.db",
    "src/pooler.db",
    "src/read-replica",
    ...lost,
  ],
  events: ["packages/events"],
  questions: ["apps/questions-service", ".db.test"],
  orders: ["apps/orders-service", ".db.test"],
  invoices: ["apps/invoices-service", ".db.test"],
  flex: ["apps/flex-service", ".db.test"],
  catalog: ["apps/catalog-service", ".db.test"],
  gateway: ["apps/edge-gateway", ".db.test", "--exclude", "**/{notifications,tokens}/**"],
};

if (!installed() && process.getuid?.() === 0) install();
const program = installed();
if (!program) {
  process.stderr.write("There is no PgBouncer: install it, or name it in TEST_POOLER.\n");
  process.exit(1);
}
const asked = process.argv.slice(2);
const failed = Object.entries(suites)
  .filter(([name]) => asked.length === 0 || asked.includes(name))
  .filter(([, [folder, ...args]]) => {
    const env = { ...process.env, TEST_POOLER: program };
    const vitest = ["exec", "vitest", "run", ...args];
    const { status } = spawnSync("pnpm", vitest, { cwd: `${root}${folder}`, stdio: "inherit", env });
    return status !== 0;
  });
for (const [name] of failed) process.stderr.write(`Behind PgBouncer the tests of ${name} fail.\n`);
if (failed.length > 0) process.exitCode = 1;
