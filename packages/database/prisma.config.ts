import { defineConfig } from "prisma/config";

const service = process.env.SERVICE;
if (!service) throw new Error("SERVICE must name one of: gateway, catalog, questions, invoices, flex");

/** For the Prisma CLI: `SERVICE=catalog DATABASE_URL=postgresql://… prisma migrate deploy`. */
export default defineConfig({
  schema: `prisma/${service}/schema.prisma`,
  migrations: { path: `prisma/${service}/migrations` },
  datasource: { url: process.env.DATABASE_URL ?? "" },
});
