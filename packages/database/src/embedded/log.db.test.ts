import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { expect, test } from "vitest";
import { openHome } from "./home.ts";
import { boundLog, lastLogLines } from "./launch.ts";
import { startEmbeddedPostgres } from "./start.ts";

test("the server's log does not grow without bound, and goes on after it was emptied", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "log-"));
  const log = join(dataDir, "postgres.log");
  const server = await startEmbeddedPostgres({ dataDir, sync: false });
  const session = new pg.Client({ connectionString: server.url("postgres") });
  await session.connect();
  appendFileSync(log, Buffer.alloc(1024 * 1024, "x"));
  boundLog(log);
  expect(statSync(log).size).toBeGreaterThan(1024 * 1024 - 1);
  appendFileSync(log, Buffer.alloc(10 * 1024 * 1024, "x"));
  boundLog(log);
  await expect(session.query("SELECT no_such_column")).rejects.toThrow("no_such_column");
  await session.end();
  await server.stop();
  const text = readFileSync(log, "utf8");
  expect(text).toContain("no_such_column");
  expect(text.length).toBeLessThan(10_000);
  rmSync(dataDir, { recursive: true });
});

test("attempts to connect do not hide why a server ended", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "log-"));
  const refused = "FATAL:  the database system is starting up\n".repeat(20);
  writeFileSync(join(dataDir, "postgres.log"), `PANIC:  no checkpoint record\n${refused}LOG:  shut down\n`);
  expect(lastLogLines(openHome(dataDir))).toBe("PANIC:  no checkpoint record; LOG:  shut down");
  rmSync(dataDir, { recursive: true });
});
