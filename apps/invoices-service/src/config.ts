import { join } from "node:path";
import {
  checkObjectStore,
  type ObjectStoreConfig,
  objectStoreConfig,
  objectStoreVariables,
  uploadVariables,
} from "@marketplace/object-store";
import {
  countVariable,
  type Environment,
  readServiceEnvironment,
  serviceVariables,
  urlsVariable,
} from "@marketplace/server";
import { z } from "zod";

const Settings = z
  .object({
    ...serviceVariables({ port: 8083, internalPort: 8093 }),
    gatewayInternalUrl: urlsVariable("http://127.0.0.1:8090"),
    ordersInternalUrl: urlsVariable("http://127.0.0.1:8095"),
    // The development mailbox is below the data directory too.
    ...objectStoreVariables({ bucket: "fiscal-documents" }),
    /** Without it e-mails become files below the data directory. */
    smtpUrl: z.url({ protocol: /^smtps?$/, error: "must be an smtp:// or smtps:// address" }).optional(),
    /** Password of the mail server's user, when its URL has none. */
    smtpPassword: z.string().optional(),
    mailFrom: z.string().default("Marketplace <no-reply@marketplace.example>"),
    /** Largest file, in bytes (spec: Limits). */
    uploadMaxBytes: countVariable({ min: 1, fallback: 1_048_576 }),
    ...uploadVariables(),
    /** Memory of unauthenticated uploads in bytes: in all, and of one client address. */
    anonymousUploadBytes: countVariable({ min: 1, fallback: 64 * 1024 * 1024 }),
    anonymousAddressBytes: countVariable({ min: 1, fallback: 16 * 1024 * 1024 }),
    /** Longest time to receive such an upload. */
    anonymousTimeoutMs: countVariable({ min: 100, max: 3_600_000, fallback: 30_000 }),
  })
  .superRefine(checkObjectStore);

type Settings = z.output<typeof Settings>;

/** How invoices-service runs. */
export type Config = Settings & { store: ObjectStoreConfig; mailDir: string };

/** Reads the environment; throws one error that lists every problem. */
export function readConfig(env: Environment): Config {
  const settings = readServiceEnvironment(Settings, env);
  return { ...settings, store: objectStoreConfig(settings), mailDir: join(settings.dataDir, "mail") };
}
