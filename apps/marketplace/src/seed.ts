import { installationSecret } from "./boot/data-dir.ts";
import { databaseUrlsOf } from "./boot/database.ts";
import { seedAll } from "./boot/demo.ts";
import { composeServices } from "./boot/services.ts";
import { readConfig } from "./config.ts";

/** The child process in which `start` seeds an empty data directory; see boot/seed-process.ts. */
async function seed(): Promise<void> {
  const { SEED_BASE_URL: baseUrl = "", SEED_ADMIN_URL: adminUrl = "" } = process.env;
  const { dataDir, jsonp, logLevel } = readConfig(process.env, process.cwd());
  const secret = await installationSecret(dataDir);
  const databaseUrl = databaseUrlsOf(adminUrl);
  const composition = await composeServices({ databaseUrl, baseUrl, secret, dataDir, jsonp, logLevel });
  await seedAll(composition, { dataDir, baseUrl }).finally(() => composition.close());
}

// The parent has ended.
process.once("disconnect", () => process.exit(1));
seed().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
    process.exit(1);
  },
);
