import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { startEmbeddedPostgres } from "../src/embedded.ts";

/** Runs work with a Postgres that is gone afterwards. */
export async function withServer(work) {
  const dataDir = mkdtempSync(join(tmpdir(), "marketplace-throwaway-"));
  const server = await startEmbeddedPostgres({ dataDir, sync: false });
  try {
    return await work(server);
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Runs work with a session on a database. */
export async function withSession(connectionString, work) {
  const session = new pg.Client({ connectionString });
  await session.connect();
  try {
    return await work(session);
  } finally {
    await session.end();
  }
}
