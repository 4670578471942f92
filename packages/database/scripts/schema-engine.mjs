#!/usr/bin/env node
// Stands in for Prisma's native schema engine, which is a download: the same JSON-RPC over standard input and
// output, served by the engine's WebAssembly build over node-postgres. Prisma runs it through
// PRISMA_SCHEMA_ENGINE_BINARY.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { runDatabaseCommand } from "./schema-engine/commands.mjs";

const { values } = parseArgs({
  strict: false,
  options: { datamodels: { type: "string", multiple: true }, datasource: { type: "string" } },
});

if (process.argv.includes("--version")) {
  console.log("schema-engine-cli wasm");
  process.exit(0);
}

const source = values.datasource ? JSON.parse(values.datasource) : {};
const url = source.url || process.env.DATABASE_URL || "postgresql://nobody@127.0.0.1:1/none";
if (process.argv.includes("cli")) process.exit(await runDatabaseCommand(process.argv.at(-1), url));

// Only now: `prisma generate` calls for the version alone, and this is what takes time.
const { adapterFactory } = await import("./schema-engine/adapter.mjs");

async function instantiate() {
  const engine = await import("@prisma/schema-engine-wasm/schema_engine_bg");
  const folder = dirname(createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm"));
  const bytes = readFileSync(join(folder, "schema_engine_bg.wasm"));
  const { instance } = await WebAssembly.instantiate(bytes, { "./schema_engine_bg.js": engine });
  engine.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start?.();
  globalThis.PRISMA_WASM_PANIC_REGISTRY ??= { set_message: (text) => process.stderr.write(`${text}\n`) };
  const datamodels = (values.datamodels ?? []).map((file) => [file, readFileSync(file, "utf8")]);
  const options = { datamodels: datamodels.length > 0 ? datamodels : undefined };
  return engine.SchemaEngine.new(options, () => {}, adapterFactory(url, source.shadowDatabaseUrl));
}

function send(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

let starting;
async function answer({ id, method, params }) {
  try {
    starting ??= instantiate();
    const engine = await starting;
    const result = await engine[method === "getDatabaseVersion" ? "version" : method](params);
    if (method === "diff" && result.stdout)
      send({ id: 0, method: "print", params: { content: result.stdout } });
    send({ id, result: result ?? null });
  } catch (error) {
    const message = error?.message ?? String(error);
    const code = error?.code ?? message.match(/\bP\d{4}\b/)?.[0] ?? null;
    const data = { is_panic: false, message, error_code: code };
    send({
      id,
      error: { code: 4466, message: "An error happened. Check the data field for details.", data },
    });
  }
}

let last = Promise.resolve();
createInterface({ input: process.stdin })
  .on("line", (line) => {
    const request = line.trim() ? JSON.parse(line) : {};
    // What has no method is the answer to our own `print`.
    if (request.method) last = last.then(() => answer(request));
  })
  .on("close", () => last.finally(() => process.exit(0)));
