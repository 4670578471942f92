import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { query } from "../testing/query.ts";
import { isServerOf, readPostmasterFile } from "./postmaster.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./start.ts";
import { stopServer } from "./stop.ts";

let top: string;
let dataDir: string;
let children: ChildProcess[];

// mkdtemp's directories are closed to others: as root, every test shows that Postgres runs inside one.
beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), "embedded-"));
  dataDir = join(top, "data", "postgres");
  children = [];
});

afterEach(async () => {
  for (const child of children) child.kill("SIGKILL");
  const cluster = join(dataDir, "cluster");
  const left = readPostmasterFile(cluster);
  if (left && isServerOf(cluster, left.pid)) await stopServer(cluster, left.pid);
  rmSync(top, { recursive: true });
});

function start(): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({ dataDir, sync: false });
}

/** Starts another process that owns the directory; gives it with the line it prints once it has started. */
async function startOwner(): Promise<{ owner: ChildProcess; said: string; lines: AsyncIterator<string> }> {
  const script = fileURLToPath(new URL("owner.fixture.ts", import.meta.url));
  const owner = spawn(process.execPath, [script, dataDir], {
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(owner);
  const lines = createInterface({ input: owner.stdout })[Symbol.asyncIterator]();
  const { value } = await lines.next();
  return { owner, said: String(value), lines };
}

async function killOwner(owner: ChildProcess): Promise<void> {
  const exited = once(owner, "exit");
  owner.kill("SIGKILL");
  await exited;
}

const writeRow = "CREATE TABLE kept AS SELECT 1 AS id";
const readRow = "SELECT id FROM kept";

/** The address of the server another process owns: what a start would give us if it were ours. */
function ownersUrl(port: string): string {
  const password = readFileSync(join(dataDir, "cluster", "marketplace.password"), "utf8");
  return `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`;
}

test("a restart finds the data", async () => {
  const first = await start();
  await query(first.url("postgres"), writeRow);
  await first.stop();
  const second = await start();
  expect(await query(second.url("postgres"), readRow)).toEqual([{ id: 1 }]);
  await second.stop();
  expect(readPostmasterFile(join(dataDir, "cluster"))).toBeUndefined();
});

test("a copy whose modes were lost on the way is closed to others again, and starts", async () => {
  await (await start()).stop();
  const cluster = join(dataDir, "cluster");
  chmodSync(cluster, 0o755);
  const postgres = await start();
  expect(statSync(cluster).mode & 0o777).toBe(0o700);
  expect(await query(postgres.url("postgres"), "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  await postgres.stop();
});

test("nobody connects without the password, which only its owner can read", async () => {
  const server = await start();
  const stranger = `postgresql://postgres:guess@127.0.0.1:${server.port}/postgres`;
  await expect(query(stranger, "SELECT 1")).rejects.toThrow(/password authentication failed/);
  expect(statSync(join(dataDir, "cluster", "marketplace.password")).mode & 0o077).toBe(0);
  await server.stop();
});

test("a second start in the same or another process is refused in one line, and harms nothing", async () => {
  const first = await start();
  await expect(start()).rejects.toThrow(`the data directory ${dataDir} is in use by another running process`);
  const { said } = await startOwner();
  expect(said).toBe(`DataDirectoryInUse: the data directory ${dataDir} is in use by another running process`);
  expect(await query(first.url("postgres"), "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  await first.stop();
});

test("of two first starts at once exactly one gets the directory", async () => {
  const said = (await Promise.all([startOwner(), startOwner()])).map((start) => start.said).sort();
  expect(said[0]).toMatch(/^\d+$/);
  expect(said[1]).toMatch(/^DataDirectoryInUse/);
});

test("the server of a killed process is taken over, and what that process was doing ends", async () => {
  const { owner, said } = await startOwner();
  await query(ownersUrl(said), writeRow);
  const busy = new pg.Client({ connectionString: ownersUrl(said) });
  busy.on("error", () => {});
  const ended = Promise.withResolvers<void>();
  busy.on("end", ended.resolve);
  await busy.connect();
  await busy.query("BEGIN; LOCK TABLE kept");
  await killOwner(owner);
  const server = await start();
  await ended.promise;
  expect(server.port).toBe(Number(said));
  expect(await query(server.url("postgres"), readRow)).toEqual([{ id: 1 }]);
  await server.stop();
});

test("after kill -9 of everything it starts again with the data", async () => {
  const { owner, said } = await startOwner();
  await query(ownersUrl(said), writeRow);
  const { pid } = readPostmasterFile(join(dataDir, "cluster")) ?? {};
  await killOwner(owner);
  process.kill(Number(pid), "SIGKILL");
  const server = await start();
  expect(await query(server.url("postgres"), readRow)).toEqual([{ id: 1 }]);
  await server.stop();
});

test("a stale process number that now belongs to another process is not believed", async () => {
  const { owner, said } = await startOwner();
  await query(ownersUrl(said), writeRow);
  const file = join(dataDir, "cluster", "postmaster.pid");
  const text = readFileSync(file, "utf8");
  await killOwner(owner);
  await stopServer(join(dataDir, "cluster"), Number(text.split("\n")[0]));
  const uid = statSync(file.replace("postmaster.pid", "PG_VERSION")).uid;
  const other = spawn("sleep", ["60"], process.getuid?.() === 0 ? { uid } : {});
  children.push(other);
  writeFileSync(file, text.replace(/^\d+/, String(other.pid)));
  const server = await start();
  expect(await query(server.url("postgres"), readRow)).toEqual([{ id: 1 }]);
  await server.stop();
});

test("a signal to the owner's process group leaves the server running", async () => {
  const { owner, said, lines } = await startOwner();
  process.kill(-Number(owner.pid), "SIGINT");
  expect((await lines.next()).value).toBe("interrupted");
  expect(await query(ownersUrl(said), "SELECT 1 AS one")).toEqual([{ one: 1 }]);
});

test("a directory that cannot be used is told in one line", async () => {
  writeFileSync(join(top, "data"), "a file where the directory should be");
  const oneLine = /^the data directory .* cannot be used: .*$/;
  await expect(start()).rejects.toThrow(oneLine);
  // Not even root can make a directory there.
  await expect(startEmbeddedPostgres({ dataDir: "/proc/postgres" })).rejects.toThrow(oneLine);
});

test("a directory of another Postgres version is left alone", async () => {
  await (await start()).stop();
  writeFileSync(join(dataDir, "cluster", "PG_VERSION"), "9\n");
  await expect(start()).rejects.toThrow("it holds a database of Postgres 9, not 18");
});

test("it holds text in any language and offers full-text search without accents", async () => {
  const server = await start();
  const url = server.url("postgres");
  await query(url, "CREATE EXTENSION unaccent");
  await query(url, "CREATE EXTENSION pg_trgm");
  expect(
    await query(
      url,
      "SELECT lower(unaccent('CANCIÓN')) AS text, similarity('telefono', 'telefonos') > 0.5 AS near",
    ),
  ).toEqual([{ text: "cancion", near: true }]);
  expect(
    await query(
      url,
      "SELECT to_tsvector('spanish', 'TELÉFONOS') @@ to_tsquery('spanish', 'teléfono') AS found",
    ),
  ).toEqual([{ found: true }]);
  await server.stop();
});
