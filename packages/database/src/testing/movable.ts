import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "../embedded/start.ts";
import { migrate } from "../migrate/migrate.ts";
import { embeddedPasswords } from "../roles/addresses.ts";
import { ensureOwnedDatabases } from "../roles/ensure.ts";
import type { Service } from "../services.ts";
import { query } from "./query.ts";
import { testServerPrefix } from "./server.ts";

/** Two servers, so that a site can move from one to the other. Each database belongs to a role of its own. */
export interface MovableDatabases {
  /** The first server, for its administrator. */
  readonly adminUrl: string;
  /** On it: a migrated home database, and an empty one for a site. */
  readonly homeUrl: string;
  readonly siteUrl: string;
  /** An empty database on the second server. */
  newUrl(): Promise<string>;
  stop(): Promise<void>;
}

// What docs/scaling.md asks for: logical replication. Nothing here has to survive a loss of power.
const settings = { wal_level: "logical", max_wal_senders: "8", fsync: "off", max_connections: "60" };

export async function startMovableDatabases(service: Service): Promise<MovableDatabases> {
  const dirs = await Promise.all(
    [1, 2].map(() => mkdtemp(join(tmpdir(), `${testServerPrefix}${process.pid}-`))),
  );
  const servers = await Promise.all(
    dirs.map((dataDir) => startEmbeddedPostgres({ dataDir, settings, sync: false })),
  );
  const [first, second] = servers;
  if (!first || !second) throw new Error("two servers were started");
  const owned = async (server: typeof first, name: string, right: string) => {
    const admin = server.url("postgres");
    await ensureOwnedDatabases(admin, [name], embeddedPasswords(admin));
    await query(admin, right.replaceAll("ROLE", name));
    return server.ownerUrl(name);
  };
  const homeUrl = await owned(first, `home_${service}`, "SELECT 1");
  await migrate({ url: homeUrl, service });
  let made = 0;
  return {
    adminUrl: first.url("postgres"),
    homeUrl,
    siteUrl: await owned(first, `site_${service}`, "ALTER USER ROLE REPLICATION"),
    newUrl: () =>
      owned(
        second,
        `new_${service}_${++made}`,
        "GRANT pg_create_subscription TO ROLE; ALTER USER ROLE REPLICATION",
      ),
    async stop() {
      await Promise.all(servers.map((server) => server.stop()));
      for (const dir of dirs) await rm(dir, { recursive: true, force: true });
    },
  };
}
