import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export { services } from "../src/services.ts";

/** The folder of this package. */
export const packageDir = join(dirname(fileURLToPath(import.meta.url)), "..");

/**
 * The environment in which the Prisma CLI works on one service without downloading its native schema engine.
 */
export function prismaEnv(service, databaseUrl = "") {
  return {
    ...process.env,
    SERVICE: service,
    DATABASE_URL: databaseUrl,
    PRISMA_SCHEMA_ENGINE_BINARY: join(packageDir, "scripts", "schema-engine.mjs"),
    PRISMA_HIDE_UPDATE_MESSAGE: "1",
    CHECKPOINT_DISABLE: "1",
    NO_UPDATE_NOTIFIER: "1",
  };
}
