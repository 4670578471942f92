import { z } from "zod";

const Environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(8_082),
  HOST: z.string().min(1).default("0.0.0.0"),
  DATABASE_URL: z.string().min(1),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(200).default(10),
  INTERNAL_SECRET: z.string().min(16),
  GATEWAY_URL: z.url().default("http://edge-gateway:8080"),
  CATALOG_URL: z.url().default("http://catalog-service:8081"),
  LOG_LEVEL: z.string().default("info"),
  JSONP: z.enum(["on", "off"]).default("on"),
  /** Whether texts with contact data wait for an operator (decisions 3.4). */
  QUESTION_MODERATION: z.enum(["on", "off"]).default("on"),
});

export type Config = z.output<typeof Environment>;

/** Reads the environment; throws one error that lists everything wrong with it. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const result = Environment.safeParse(env);
  if (result.success) return result.data;
  const faults = result.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  throw new Error(`Invalid configuration: ${faults.join("; ")}`);
}
