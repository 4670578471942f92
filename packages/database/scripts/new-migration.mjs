#!/usr/bin/env node
// Writes the migration that takes a service's database from its present migrations to its schema.prisma and
// to the definitions in functions/. Usage: pnpm --filter @marketplace/database migration <service> <name>
import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { appendFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { functionFiles } from "../src/schema-dump/files.ts";
import { changedFunctions } from "../src/schema-dump/functions.ts";
import { packageDir, prismaEnv, services } from "./services.mjs";
import { withServer, withSession } from "./throwaway.mjs";

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

const status = await withServer(async (server) => {
  const url = server.url(`author_${randomUUID()}`);
  const env = prismaEnv(service, url);
  const prisma = (...args) =>
    spawnSync(process.execPath, [prismaCli, ...args], { cwd: packageDir, env, stdio: "inherit" }).status ?? 1;
  const failed = prisma("migrate", "deploy") || prisma("migrate", "dev", "--create-only", "--name", name);
  if (failed) return failed;
  const changed = await withSession(url, (session) => changedFunctions(session, functionFiles(service)));
  const migrations = join(packageDir, "prisma", service, "migrations");
  const folder = readdirSync(migrations)
    .sort()
    .findLast((entry) => entry.endsWith(`_${name}`));
  for (const { sql } of changed) appendFileSync(join(migrations, folder, "migration.sql"), `\n${sql}`);
  return 0;
});
if (status === 0) await import("./generate.mjs");
process.exitCode = status;
