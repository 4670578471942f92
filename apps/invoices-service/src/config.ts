import { join } from "node:path";
import {
  countVariable,
  type Environment,
  readServiceEnvironment,
  serviceVariables,
  switchVariable,
  urlsVariable,
} from "@marketplace/server";
import { z } from "zod";
import type { ObjectStoreConfig } from "./object-store/open.ts";

const seconds = (fallback: number) => countVariable({ min: 1, max: 86_400, fallback });
const text = (fallback: string) => z.string().default(fallback);

const Settings = z
  .object({
    ...serviceVariables({ port: 8083, internalPort: 8093 }),
    gatewayInternalUrl: urlsVariable("http://127.0.0.1:8090"),
    catalogInternalUrl: urlsVariable("http://127.0.0.1:8091"),
    flexInternalUrl: urlsVariable("http://127.0.0.1:8094"),
    /** The folder of the file store and the development mailbox. */
    dataDir: text(".data"),
    objectStore: z.enum(["file", "s3"]).default("file"),
    s3Endpoint: z.url({ protocol: /^https?$/ }).optional(),
    s3Region: text("us-east-1"),
    s3Bucket: text("fiscal-documents"),
    s3AccessKey: z.string().optional(),
    s3SecretKey: z.string().optional(),
    s3PathStyle: switchVariable("on"),
    /** PEM certificate to trust instead of the system's. */
    s3Ca: z.string().optional(),
    /** Without it e-mails become files below the data directory. */
    smtpUrl: z.url({ protocol: /^smtps?$/ }).optional(),
    /** Password of the mail server's user, when its URL has none. */
    smtpPassword: z.string().optional(),
    mailFrom: text("Marketplace <no-reply@marketplace.example>"),
    /** Largest file, in bytes (spec: Limits). */
    uploadMaxBytes: countVariable({ min: 1, fallback: 1_048_576 }),
    /** Longest time to receive and store one file. */
    uploadTimeoutSeconds: seconds(60),
    /** Memory of unauthenticated uploads in bytes: in all, and of one client address. */
    anonymousUploadBytes: countVariable({ min: 1, fallback: 64 * 1024 * 1024 }),
    anonymousAddressBytes: countVariable({ min: 1, fallback: 16 * 1024 * 1024 }),
    /** Longest time to receive such an upload. */
    anonymousTimeoutMs: countVariable({ min: 100, max: 3_600_000, fallback: 30_000 }),
    /** How long an object may exist without a document. Backups rely on it. */
    sweepGraceSeconds: seconds(900),
    sweepIntervalSeconds: seconds(10),
  })
  .superRefine((given, context) => {
    const fault = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message, input: given });
    if (given.sweepGraceSeconds < 2 * given.uploadTimeoutSeconds)
      fault("sweepGraceSeconds", "must be twice UPLOAD_TIMEOUT_SECONDS, or uploads under way are swept");
    if (given.objectStore !== "s3") return;
    for (const name of ["s3Endpoint", "s3AccessKey", "s3SecretKey"] as const)
      if (given[name] === undefined) fault(name, "is needed when OBJECT_STORE is s3");
  });

type Settings = z.output<typeof Settings>;

/** How invoices-service runs. */
export type Config = Settings & { store: ObjectStoreConfig; mailDir: string };

/** Reads the environment; throws one error that lists every problem. */
export function readConfig(env: Environment): Config {
  const settings = readServiceEnvironment(Settings, env);
  return { ...settings, store: storeOf(settings), mailDir: join(settings.dataDir, "mail") };
}

function storeOf(settings: Settings): ObjectStoreConfig {
  if (settings.objectStore === "file") return { driver: "file", root: join(settings.dataDir, "objects") };
  const { s3Endpoint: endpoint = "", s3AccessKey: accessKey = "", s3SecretKey: secretKey = "" } = settings;
  return {
    driver: "s3",
    endpoint,
    accessKey,
    secretKey,
    region: settings.s3Region,
    bucket: settings.s3Bucket,
    pathStyle: settings.s3PathStyle,
    ...(settings.s3Ca !== undefined && { ca: settings.s3Ca }),
  };
}
