import { join } from "node:path";
import { databaseName, type Service, type ShardUrls } from "@marketplace/database";
import type { Sandbox, SignIn } from "@marketplace/edge-gateway";

/** Settings that all services of an installation share. */
export interface SharedSettings {
  /** The URL of a database on the embedded Postgres, for its owner role. */
  databaseUrl: (name: string) => string;
  baseUrl: string;
  dataDir: string;
  secret: string;
  jsonp: "on" | "off";
  logLevel: string;
  /** Databases that sites have for the catalog; only commands for a deployment know them. */
  catalogShards?: ShardUrls | undefined;
  /** Further variables, for all services. */
  overrides?: NodeJS.ProcessEnv;
  /** What the first page shows; a sandbox's only. */
  sandbox?: Sandbox | undefined;
  /** How users sign in; as SIGN_IN says when absent. */
  signIn?: SignIn | undefined;
}

/** Services read their configuration from an environment, also within one process. */
export function environmentsFor(settings: SharedSettings) {
  const { databaseUrl, baseUrl, dataDir, secret, jsonp, logLevel, signIn, sandbox, overrides } = settings;
  return (service: Service): NodeJS.ProcessEnv => ({
    // Services' own settings pass unchanged: QUESTION_MODERATION, SMTP_URL, OBJECT_STORE, ...
    ...withoutShards(process.env),
    DATABASE_URL: databaseUrl(databaseName(service)),
    // The embedded server has neither pooler nor replica.
    DATABASE_DIRECT_URL: undefined,
    DATABASE_READ_URL: undefined,
    INTERNAL_SECRET: secret,
    PUBLIC_URL: baseUrl,
    DATA_DIR: dataDir,
    SEARCH_INDEX_DIR: join(dataDir, "search-index"),
    // The embedded Postgres shares the disk, and a full disk stops it.
    DATABASE_DIR: join(dataDir, "postgres"),
    JSONP: jsonp,
    LOG_LEVEL: logLevel,
    SIGN_IN: signIn,
    MARKETPLACE_SANDBOX: service === "gateway" && sandbox ? JSON.stringify(sandbox) : undefined,
    // Callback URLs of a sandbox are on the developer's machine.
    ALLOW_PRIVATE_CALLBACKS: "true",
    ...overrides,
  });
}

/** The databases of a world are all its own: it has none of those that a deployment has for sites. */
const withoutShards = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !/^DATABASE_URL_[A-Z]{3}$/.test(name)));
