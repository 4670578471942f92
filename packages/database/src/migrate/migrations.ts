import { createHash } from "node:crypto";
import { migrations as catalog } from "../generated/migrations/catalog.ts";
import { migrations as flex } from "../generated/migrations/flex.ts";
import { migrations as gateway } from "../generated/migrations/gateway.ts";
import { migrations as invoices } from "../generated/migrations/invoices.ts";
import { migrations as orders } from "../generated/migrations/orders.ts";
import { migrations as questions } from "../generated/migrations/questions.ts";
import type { Service } from "../services.ts";

/** A migration as its author wrote it; `name` is its folder's, which sorts by time. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
}

/** Every service's migrations, oldest first. */
export const migrationsOf: Readonly<Record<Service, readonly Migration[]>> = {
  catalog,
  flex,
  gateway,
  invoices,
  orders,
  questions,
};

/** The checksum Prisma keeps of a migration: SHA-256 of its file, in hex. */
export function checksumOf(migration: Migration): string {
  return createHash("sha256").update(migration.sql).digest("hex");
}
