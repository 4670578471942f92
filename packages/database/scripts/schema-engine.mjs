#!/usr/bin/env node
import crypto from "node:crypto";
// JSON-RPC stdio shim: the protocol of Prisma's native schema-engine, served by @prisma/schema-engine-wasm over @prisma/adapter-pg.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from "@prisma/driver-adapter-utils";
import * as bg from "@prisma/schema-engine-wasm/schema_engine_bg";

const { values } = parseArgs({
  strict: false,
  options: {
    datamodels: { type: "string", multiple: true },
    datasource: { type: "string" },
    "enabled-preview-features": { type: "string" },
    "extension-types": { type: "string" },
  },
});
if (process.argv.includes("--version")) {
  console.log("schema-engine-wasm-shim");
  process.exit(0);
}
const require = createRequire(import.meta.url);
const wasmPath = join(dirname(require.resolve("@prisma/schema-engine-wasm")), "schema_engine_bg.wasm");
const { instance } = await WebAssembly.instantiate(readFileSync(wasmPath), { "./schema_engine_bg.js": bg });
bg.__wbg_set_wasm(instance.exports);
instance.exports.__wbindgen_start?.();
globalThis.PRISMA_WASM_PANIC_REGISTRY ??= {
  set_message(m) {
    process.stderr.write(m + "\n");
  },
};
const ds = values.datasource ? JSON.parse(values.datasource) : {};
const url = ds.url ?? process.env.DATABASE_URL;
const schema = url ? (new URL(url).searchParams.get("schema") ?? undefined) : undefined;
// adapter-pg rejects OID 18 ("char", used all over pg_catalog): pass it through as "char"[] and re-label the column Character.
{
  const { Client } = createRequire(require.resolve("@prisma/adapter-pg"))("pg");
  const query = Client.prototype.query;
  const fix = (r) => {
    for (const f of r?.fields ?? []) if (f.dataTypeID === 18) f.dataTypeID = 1002;
    return r;
  };
  Client.prototype.query = function (...args) {
    const cb = args.at(-1);
    if (typeof cb === "function") {
      args[args.length - 1] = (e, r) => cb(e, fix(r));
      return query.apply(this, args);
    }
    const p = query.apply(this, args);
    return typeof p?.then === "function" ? p.then(fix) : p;
  };
}
const dbName = () => decodeURIComponent(new URL(url).pathname.slice(1));
if (process.argv.includes("cli")) {
  const { default: pg } = await import("pg");
  const cmd = process.argv.at(-1);
  const u = new URL(url);
  if (cmd !== "can-connect-to-database") u.pathname = "/postgres";
  u.searchParams.delete("schema");
  const c = new pg.Client({ connectionString: u.href });
  try {
    await c.connect();
    if (cmd === "create-database") await c.query(`CREATE DATABASE "${dbName().replaceAll('"', '""')}"`);
    if (cmd === "drop-database")
      await c.query(`DROP DATABASE IF EXISTS "${dbName().replaceAll('"', '""')}" WITH (FORCE)`);
    await c.end();
    process.exit(0);
  } catch (e) {
    const code = e.code === "3D000" ? "P1003" : e.code === "28P01" ? "P1000" : "P1001";
    process.stderr.write(
      "\n" +
        JSON.stringify({
          level: "ERROR",
          target: "schema_engine::logger",
          fields: { error_code: code, message: e.message },
        }),
    );
    process.exit(1);
  }
}
const relabel = (adapter) => {
  const proto = Object.getPrototypeOf(Object.getPrototypeOf(adapter)); // PgQueryable, shared by transactions
  if (proto.__relabelled) return adapter;
  proto.__relabelled = true;
  const queryRaw = proto.queryRaw;
  proto.queryRaw = async function (q) {
    const r = await queryRaw.call(this, q);
    r.columnTypes = r.columnTypes.map((t) =>
      t === ColumnTypeEnum.CharacterArray ? ColumnTypeEnum.Character : t,
    );
    return r;
  };
  return adapter;
};
class Factory extends PrismaPg {
  async connect() {
    return relabel(await super.connect());
  }
  async connectToShadowDb() {
    if (ds.shadowDatabaseUrl)
      return relabel(await new PrismaPg({ connectionString: ds.shadowDatabaseUrl }).connect());
    const { default: pg } = await import("pg");
    const name = `prisma_migrate_shadow_db_${crypto.randomUUID()}`;
    const admin = new pg.Client({ ...cfg, options: undefined });
    await admin.connect();
    await admin.query(`CREATE DATABASE "${name}"`);
    const a = relabel(await new PrismaPg({ ...cfg, database: name }).connect());
    const dispose = a.dispose.bind(a);
    a.dispose = async () => {
      await dispose();
      await admin.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
      await admin.end();
    };
    return a;
  }
}
// Discrete fields, not connectionString: adapter-pg's shadow database only takes effect through `database`.
const u = new URL(url ?? "postgresql://x@127.0.0.1:1/x");
const cfg = {
  host: u.hostname,
  port: Number(u.port || 5432),
  user: decodeURIComponent(u.username),
  password: decodeURIComponent(u.password),
  database: decodeURIComponent(u.pathname.slice(1)),
  ...(schema ? { options: `-c search_path="${schema}"` } : {}),
};
if (schema && values.datasource) {
  const { default: pg } = await import("pg");
  const c = new pg.Client(cfg);
  try {
    await c.connect();
    await c.query(`CREATE SCHEMA IF NOT EXISTS "${schema}"`);
  } catch {
  } finally {
    await c.end().catch(() => {});
  }
}
const factory = bindMigrationAwareSqlAdapterFactory(new Factory(cfg, { schema }));
const datamodels = (values.datamodels ?? []).map((f) => [f, readFileSync(f, "utf8")]);
let engine;
const get = () =>
  (engine ??= bg.SchemaEngine.new(
    { datamodels: datamodels.length ? datamodels : undefined },
    (l) => process.env.DEBUG_SHIM && process.stderr.write(String(l) + "\n"),
    factory,
  ));
const alias = { getDatabaseVersion: "version" };
const handle = async (line) => {
  const { id, method, params } = JSON.parse(line);
  if (!method) return; // our print acknowledged
  let out;
  try {
    const e = await get();
    const result = await e[alias[method] ?? method](params);
    if (method === "diff" && result.stdout)
      process.stdout.write(
        JSON.stringify({ jsonrpc: "2.0", id: 1e6, method: "print", params: { content: result.stdout } }) +
          "\n",
      );
    out = { jsonrpc: "2.0", id, result: result ?? null };
  } catch (err) {
    const message = err?.message ?? String(err);
    out = {
      jsonrpc: "2.0",
      id,
      error: {
        code: 4466,
        message: "An error happened. Check the data field for details.",
        data: { is_panic: false, message, error_code: err?.code ?? message.match(/\bP\d{4}\b/)?.[0] ?? null },
      },
    };
  }
  process.stdout.write(JSON.stringify(out) + "\n");
};
let chain = Promise.resolve();
createInterface({ input: process.stdin })
  .on("line", (l) => {
    if (l.trim()) chain = chain.then(() => handle(l));
  })
  .on("close", () => chain.finally(() => process.exit(0)));
