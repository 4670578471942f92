import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startEmbeddedPostgres } from "./start.ts";

test("a server that ends each time before it is ready is given up, with its last words", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "ending-"));
  const first = await startEmbeddedPostgres({ dataDir, sync: false });
  await first.stop();
  // It announces itself, then ends in its recovery, as on a full disk.
  const log = join(dataDir, "cluster", "pg_wal");
  for (const name of readdirSync(log).filter((entry) => /^[0-9A-F]{24}$/.test(entry)))
    rmSync(join(log, name));
  const second = startEmbeddedPostgres({ dataDir, sync: false });
  await expect(second).rejects.toThrow(/^Postgres ended before it was ready: .*checkpoint record/s);
  rmSync(dataDir, { recursive: true });
}, 60_000);
