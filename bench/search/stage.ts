import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createApp, type Deps } from "@marketplace/catalog-service";
import { databaseName, migrate } from "@marketplace/database";
import { ensureDatabases, startEmbeddedPostgres } from "@marketplace/database/embedded";
import { serve } from "@marketplace/server";
import { demoCategories } from "../../apps/catalog-service/src/demo/categories.ts";
import { type DemoSiteId, demoSiteIds } from "../../apps/catalog-service/src/demo/sites.ts";
import { trainSite } from "../../apps/catalog-service/src/discovery/training.service.ts";
import { demoTitles } from "../../apps/catalog-service/src/seed/demo-titles.ts";
import { loadTree } from "../../apps/catalog-service/src/tree/load-tree.service.ts";
import { openCatalogDeps } from "../measure/catalog-deps.ts";
import { figuresOf } from "./server-figures.ts";

/** A catalog service with the demo's trees and no items, on a database of its own. */
export interface Stage {
  deps: Deps;
  /** Milliseconds that a GET takes, over HTTP and with its body read; throws unless it answers 200. */
  time(path: string): Promise<number>;
  /** Processes of the search server on this machine. */
  pids: number[];
  close(): Promise<void>;
}

const caller = { userId: 1, applicationId: 1, siteId: "MLA", scopes: ["read" as const], roles: [] };

// The least that a server for a million items would have; the embedded default is 64 MB.
const settings = { shared_buffers: "512MB" };

interface StageOptions {
  /** It is kept; without one a temporary one is deleted at the end. */
  dataDir?: string | undefined;
  /** The search server instead of an index in this process; indices of this prefix are deleted at the end. */
  server?: { url: string; prefix: string } | undefined;
}

export async function openStage({ dataDir, server }: StageOptions = {}): Promise<Stage> {
  const folder = dataDir ?? mkdtempSync(join(tmpdir(), "bench-search-"));
  const postgres = await startEmbeddedPostgres({ dataDir: folder, settings });
  const stop = async () => {
    await postgres.stop();
    if (dataDir === undefined) rmSync(folder, { recursive: true, force: true });
  };
  try {
    await ensureDatabases(postgres.url("postgres"), [databaseName("catalog")]);
    const url = postgres.url(databaseName("catalog"));
    await migrate({ url, service: "catalog" });
    const deps = await openCatalogDeps(url, {
      caller,
      variables: { DATABASE_POOL_SIZE: "4", ...searchVariables(folder, server) },
    });
    for (const site of demoSiteIds)
      if ((await deps.categoryModels.stamp(site)) === undefined) await prepare(site, deps);
    const listening = await serve(createApp(deps), { host: "127.0.0.1", port: 0 });
    return {
      deps,
      time: (path) => time(`http://127.0.0.1:${listening.port}${path}`),
      pids: server ? await figuresOf(server.url).pids() : [],
      async close() {
        await listening.close();
        await deps.follower.save();
        await deps.close();
        if (server) await fetch(`${server.url}/${server.prefix}-*`, { method: "DELETE" });
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

const searchVariables = (folder: string, server: StageOptions["server"]): Record<string, string> =>
  server
    ? {
        SEARCH_DRIVER: "opensearch",
        OPENSEARCH_URL: server.url,
        OPENSEARCH_PREFIX: server.prefix,
        OPENSEARCH_REPLICAS: "0",
      }
    : { SEARCH_INDEX_DIR: join(folder, "search-index") };

/** The demo's tree and its first model, because searches predict the category of a text. */
async function prepare(site: DemoSiteId, deps: Deps): Promise<void> {
  await loadTree(site, demoCategories(site), deps);
  await deps.labeledTitles.label(site, demoTitles(site));
  await trainSite(site, deps, { linearOnly: true });
}

async function time(address: string): Promise<number> {
  const startedAt = performance.now();
  const answer = await fetch(address);
  const body = await answer.text();
  const took = performance.now() - startedAt;
  if (answer.status !== 200) throw new Error(`${address}: ${answer.status} ${body}`);
  return took;
}
