#!/usr/bin/env node
// Writes prisma/<service>/schema.dump.sql from databases that have all migrations.
// Usage: pnpm --filter @marketplace/database dump
import { writeDump } from "../src/schema-dump/files.ts";
import { schemaOf } from "../src/schema-dump/schema.ts";
import { services } from "./services.mjs";
import { withServer, withSession } from "./throwaway.mjs";

await import("./generate.mjs");
// After the generation, which writes the list of migrations.
const { migrate } = await import("../src/migrate/migrate.ts");
await withServer(async (server) => {
  for (const service of services) {
    await withSession(server.url("postgres"), (session) => session.query(`CREATE DATABASE ${service}`));
    await migrate({ url: server.url(service), service });
    await withSession(server.url(service), async (session) => writeDump(service, await schemaOf(session)));
  }
});
