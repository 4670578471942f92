import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createApp, type Deps } from "@marketplace/catalog-service";
import { databaseName, migrate } from "@marketplace/database";
import { ensureDatabases, startEmbeddedPostgres } from "@marketplace/database/embedded";
import { serve } from "@marketplace/server";
import { demoCategories } from "../../apps/catalog-service/src/demo/categories.ts";
import { loadTree } from "../../apps/catalog-service/src/tree/load-tree.service.ts";
import { openCatalogDeps } from "../measure/catalog-deps.ts";
import { logPosition } from "../measure/log-position.ts";

const caller = {
  userId: 1_000_000_001,
  applicationId: 1,
  siteId: "MLA",
  scopes: ["read" as const, "write" as const],
  roles: [],
};

/** A catalog service with one demo tree and no items, on a temporary Postgres of its own. */
export async function openCatalog() {
  const folder = mkdtempSync(join(tmpdir(), "bench-items-"));
  const postgres = await startEmbeddedPostgres({ dataDir: folder });
  const stop = async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await ensureDatabases(postgres.url("postgres"), [databaseName("catalog")]);
    const url = postgres.url(databaseName("catalog"));
    await migrate({ url, service: "catalog" });
    const deps = await openCatalogDeps(url, { caller, variables: { DATABASE_POOL_SIZE: "8" } });
    await loadTree("MLA", demoCategories("MLA"), deps);
    const listening = await serve(createApp(deps), { host: "127.0.0.1", port: 0 });
    return {
      db: deps.db,
      url: `http://127.0.0.1:${listening.port}`,
      /** Waits until searches find every item. */
      indexed: () => deps.follower.catchUp(),
      async close() {
        await listening.close();
        await deps.close();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Milliseconds of work: on the clock, of CPU in this process, and of CPU in the database; and bytes of its
 * write-ahead log.
 */
export interface Cost {
  wallMs: number;
  serviceMs: number;
  databaseMs: number;
  logBytes: number;
}

const backends = "SELECT pid FROM pg_stat_activity WHERE datname = current_database()";

/** What `work` costs. Linux only, because it reads /proc. */
export async function costOf({ pool }: Deps["db"], work: () => Promise<unknown>): Promise<Cost> {
  const { rows } = await pool.query<{ pid: number }>(backends);
  const logBefore = await logPosition(pool);
  const before = rows.map(({ pid }) => ({ pid, spent: spentBy(pid) }));
  const [own, startedAt] = [process.cpuUsage(), performance.now()];
  await work();
  const wallMs = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(own);
  const databaseMs = before.reduce((sum, { pid, spent }) => sum + Math.max(0, spentBy(pid) - spent), 0);
  const logBytes = (await logPosition(pool)) - logBefore;
  return { wallMs, serviceMs: (user + system) / 1_000, databaseMs, logBytes };
}

/** CPU milliseconds of a process; 0 when it has ended. */
function spentBy(pid: number): number {
  try {
    // The line begins with the nanoseconds on a CPU.
    return Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
  } catch {
    return 0;
  }
}
