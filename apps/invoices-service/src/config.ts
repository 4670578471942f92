import { join } from "node:path";
import { z } from "zod";
import type { ObjectStoreConfig } from "./object-store/open.ts";

const httpUrl = (fallback: string) => z.url({ protocol: /^https?$/ }).default(fallback);
const seconds = (fallback: number) => z.coerce.number().int().min(1).max(86_400).default(fallback);
/** Compose files pass variables that are not set as empty ones. */
const optional = z
  .string()
  .optional()
  .transform((text) => text || undefined);

const Environment = z
  .object({
    PORT: z.coerce.number().int().min(0).max(65_535).default(8_085),
    HOST: z.string().min(1).default("0.0.0.0"),
    DATABASE_URL: z.string().min(1),
    DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(200).default(10),
    INTERNAL_SECRET: z.string().min(16),
    GATEWAY_URL: httpUrl("http://edge-gateway:8080"),
    CATALOG_URL: httpUrl("http://catalog-service:8081"),
    FLEX_URL: httpUrl("http://flex-service:8084"),
    LOG_LEVEL: z.string().default("info"),
    JSONP: z.enum(["on", "off"]).default("on"),
    DATA_DIR: z.string().min(1).default(".data"),
    OBJECT_STORE: z.enum(["file", "s3"]).default("file"),
    S3_ENDPOINT: optional,
    S3_REGION: z.string().min(1).default("us-east-1"),
    S3_BUCKET: z.string().min(1).default("fiscal-documents"),
    S3_ACCESS_KEY: optional,
    S3_SECRET_KEY: optional,
    S3_PATH_STYLE: z.enum(["true", "false"]).default("true"),
    S3_CA: optional,
    SMTP_URL: optional.pipe(z.url({ protocol: /^smtps?$/ }).optional()),
    MAIL_FROM: z.string().min(3).default("Marketplace <no-reply@marketplace.example>"),
    UPLOAD_MAX_BYTES: z.coerce.number().int().min(1).default(1_048_576),
    UPLOAD_TIMEOUT_SECONDS: seconds(60),
    SWEEP_GRACE_SECONDS: seconds(900),
    SWEEP_INTERVAL_SECONDS: seconds(10),
  })
  .superRefine((env, context) => {
    const fault = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message });
    if (env.SWEEP_GRACE_SECONDS < 2 * env.UPLOAD_TIMEOUT_SECONDS)
      fault(
        "SWEEP_GRACE_SECONDS",
        "must be at least twice UPLOAD_TIMEOUT_SECONDS, or uploads under way are swept",
      );
    if (env.OBJECT_STORE !== "s3") return;
    for (const name of ["S3_ENDPOINT", "S3_ACCESS_KEY", "S3_SECRET_KEY"] as const)
      if (env[name] === undefined) fault(name, "is required when OBJECT_STORE is s3");
  });

type Environment = z.output<typeof Environment>;

/** How invoices-service runs. */
export type Config = Environment & { store: ObjectStoreConfig; mailDir: string };

/** Reads the environment; throws one error that lists everything wrong with it. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const result = Environment.safeParse(env);
  if (result.success) {
    const { data } = result;
    return { ...data, store: storeOf(data), mailDir: join(data.DATA_DIR, "mail") };
  }
  const faults = result.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  throw new Error(`Invalid configuration: ${faults.join("; ")}`);
}

function storeOf(env: Environment): ObjectStoreConfig {
  if (env.OBJECT_STORE === "file") return { driver: "file", root: join(env.DATA_DIR, "objects") };
  const { S3_ENDPOINT: endpoint = "", S3_ACCESS_KEY: accessKey = "", S3_SECRET_KEY: secretKey = "" } = env;
  return {
    driver: "s3",
    ...{ endpoint, accessKey, secretKey, region: env.S3_REGION, bucket: env.S3_BUCKET },
    pathStyle: env.S3_PATH_STYLE === "true",
    ...(env.S3_CA !== undefined && { ca: env.S3_CA }),
  };
}
