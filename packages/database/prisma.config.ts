import { defineConfig } from "prisma/config";
import { services } from "./src/services.ts";

const service = process.env.SERVICE;
if (!service) throw new Error(`SERVICE must name one of: ${services.join(", ")}`);

/** For the Prisma CLI: `SERVICE=catalog DATABASE_URL=postgresql://… prisma migrate deploy`. */
export default defineConfig({
  schema: `prisma/${service}/schema.prisma`,
  migrations: { path: `prisma/${service}/migrations` },
  datasource: { url: process.env.DATABASE_URL ?? "" },
});
