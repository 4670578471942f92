import { openGatewayDatabase } from "@marketplace/database/gateway";
import { createLogger, systemClock } from "@marketplace/server";
import { createApplicationsRepo } from "../applications/applications.repo.ts";
import { secretBox } from "../secrets/secret-box.ts";
import { createNotifications } from "./notifications.service.ts";

/** A process that delivers until the test kills it. */
const databaseUrl = process.env.DATABASE_URL ?? "";
const log = createLogger("dispatcher", "warn");
const db = openGatewayDatabase({ url: databaseUrl, log });
const applications = createApplicationsRepo(db, {
  box: secretBox("a secret for these tests", "webhook secrets"),
  clock: systemClock,
});
await createNotifications({
  db,
  databaseUrl,
  applications,
  log,
  clock: systemClock,
  systemClock,
  timeoutMs: 20_000,
  allowPrivate: true,
}).start();
