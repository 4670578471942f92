#!/usr/bin/env node
// Writes the migration that takes a service's database from its present migrations to its schema.prisma.
// Usage: pnpm --filter @marketplace/database migration <service> <name>
import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { startEmbeddedPostgres } from "../src/embedded.ts";
import { packageDir, prismaEnv, services } from "./services.mjs";

const [service, name] = process.argv.slice(2);
if (!services.includes(service) || !/^[a-z][a-z0-9_]*$/.test(name ?? "")) {
  console.error(`usage: migration <${services.join("|")}> <name_in_snake_case>`);
  process.exit(2);
}

const prismaCli = join(
  dirname(createRequire(import.meta.url).resolve("prisma/package.json")),
  "build",
  "index.js",
);
const dataDir = mkdtempSync(join(tmpdir(), "marketplace-migration-"));
const server = await startEmbeddedPostgres({ dataDir, sync: false });
let status = 1;
try {
  const env = prismaEnv(service, server.url(`author_${randomUUID()}`));
  const prisma = (...args) =>
    spawnSync(process.execPath, [prismaCli, ...args], { cwd: packageDir, env, stdio: "inherit" }).status ?? 1;
  status = prisma("migrate", "deploy") || prisma("migrate", "dev", "--create-only", "--name", name);
} finally {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
if (status === 0) await import("./generate.mjs");
process.exitCode = status;
