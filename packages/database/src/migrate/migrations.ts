import { createHash } from "node:crypto";
import { migrations } from "../generated/migrations/all.ts";
import type { Service } from "../services.ts";

/** A migration as its author wrote it; `name` is its folder's, which sorts by time. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
}

/** Every service's migrations, oldest first. */
export const migrationsOf: Readonly<Record<Service, readonly Migration[]>> = migrations;

/** The checksum Prisma keeps of a migration: SHA-256 of its file, in hex. */
export function checksumOf(migration: Migration): string {
  return createHash("sha256").update(migration.sql).digest("hex");
}
