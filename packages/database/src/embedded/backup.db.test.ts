import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { query } from "../testing/query.ts";
import { backUp, copyTree } from "./backup.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./start.ts";

let top: string;
let server: EmbeddedPostgres;

beforeEach(async () => {
  top = mkdtempSync(join(tmpdir(), "backup-"));
  server = await startEmbeddedPostgres({ dataDir: join(top, "data"), sync: false });
});

afterEach(async () => {
  await server.stop();
  rmSync(top, { recursive: true });
});

const options = () => ({
  adminUrl: server.url("postgres"),
  dataDir: join(top, "data"),
  target: join(top, "copy"),
});

test("a copy made while rows are written and the log is turned over has all that was committed before, and no gap", async () => {
  const writer = new pg.Client(server.url("postgres"));
  await writer.connect();
  await writer.query("CREATE TABLE rows (id SERIAL PRIMARY KEY, text TEXT)");
  const insert = "INSERT INTO rows (text) SELECT repeat(md5(n::text), 50) FROM generate_series(1, 200) n";
  await writer.query(insert);
  let copying = true;
  const writing = (async () => {
    // Checkpoints let go of old files of the log: all but those that the copy needs.
    while (copying) await writer.query(`${insert}; SELECT pg_switch_wal(); CHECKPOINT`);
  })();
  await backUp(options()).finally(() => (copying = false));
  await writing;
  await writer.end();
  const copy = await startEmbeddedPostgres({ dataDir: join(top, "copy") });
  const rows = await query(
    copy.url("postgres"),
    `SELECT max(id) >= 200 AS enough, count(*) = max(id) AS whole, max(id) <= (SELECT last_value FROM rows_id_seq) AS ahead
     FROM rows`,
  );
  await query(copy.url("postgres"), insert);
  await copy.stop();
  expect(rows).toEqual([{ enough: true, whole: true, ahead: true }]);
});

test("a copy goes nowhere where something is already, and the server goes on as before", async () => {
  await backUp(options());
  await expect(backUp(options())).rejects.toThrow("EEXIST");
  await backUp({ ...options(), target: join(top, "another") });
  const slots = "SELECT count(*)::int AS slots FROM pg_replication_slots";
  expect(await query(server.url("postgres"), slots)).toEqual([{ slots: 0 }]);
});

test("a server whose log is too short for it is told of, and nothing is made", async () => {
  await server.stop();
  const settings = { wal_level: "minimal" };
  server = await startEmbeddedPostgres({ dataDir: join(top, "data"), settings });
  await expect(backUp(options())).rejects.toThrow("restart it first");
  expect(existsSync(join(top, "copy"))).toBe(false);
});

test("a folder is copied with what its links lead to, without links that lead nowhere", async () => {
  const [from, elsewhere, to] = [join(top, "from"), join(top, "elsewhere"), join(top, "to")] as const;
  mkdirSync(from);
  mkdirSync(elsewhere);
  writeFileSync(join(elsewhere, "file"), "bytes");
  symlinkSync(elsewhere, join(from, "objects"));
  symlinkSync("nowhere", join(from, "lost"));
  expect(await copyTree(from, to, { skip: () => false })).toBe(1);
  expect(readFileSync(join(to, "objects", "file"), "utf8")).toBe("bytes");
  expect(existsSync(join(to, "lost"))).toBe(false);
});

test("a copy whose folder is removed meanwhile fails: its files have not disappeared from the original", async () => {
  const [from, to] = [join(top, "from"), join(top, "to")] as const;
  mkdirSync(from);
  writeFileSync(join(from, "file"), "bytes");
  const removeCopy = () => {
    rmSync(to, { recursive: true });
    return false;
  };
  await expect(copyTree(from, to, { skip: removeCopy })).rejects.toThrow("ENOENT");
});
