import { join } from "node:path";
import { databaseName, type Service } from "@marketplace/database";
import type { SignIn } from "@marketplace/edge-gateway";

/** What the five services share of one installation. */
export interface SharedSettings {
  /** Address of a database on the embedded Postgres, for the role that owns it and reaches no other. */
  databaseUrl: (name: string) => string;
  baseUrl: string;
  dataDir: string;
  secret: string;
  jsonp: "on" | "off";
  logLevel: string;
  /** How users say who they are; absent where nobody does. */
  signIn?: SignIn | undefined;
}

/** Each service is configured by an environment, as it would be in a process of its own. */
export function environmentsFor({
  databaseUrl,
  baseUrl,
  dataDir,
  secret,
  jsonp,
  logLevel,
  signIn,
}: SharedSettings) {
  return (service: Service): NodeJS.ProcessEnv => ({
    // Settings of a service reach it as they are: QUESTION_MODERATION, SMTP_URL, OBJECT_STORE, ...
    ...process.env,
    DATABASE_URL: databaseUrl(databaseName(service)),
    // The embedded server has no pooler before it, and no replica.
    DATABASE_DIRECT_URL: undefined,
    DATABASE_READ_URL: undefined,
    INTERNAL_SECRET: secret,
    PUBLIC_URL: baseUrl,
    DATA_DIR: dataDir,
    // The embedded Postgres shares the disk: a write that fills it ends the database.
    DATABASE_DIR: join(dataDir, "postgres"),
    JSONP: jsonp,
    LOG_LEVEL: logLevel,
    SIGN_IN: signIn,
    // The sandbox delivers to the developer's own machine.
    ALLOW_PRIVATE_CALLBACKS: "true",
  });
}
