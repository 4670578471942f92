import type { Logger, SystemClock } from "@marketplace/server";
import type { Telemetry } from "@marketplace/telemetry";
import type { Config } from "../config.ts";
import { type RateLimiter, rateLimiter } from "./rate-limit.ts";
import { sharedRateLimiter } from "./shared-rate-limit.ts";

interface Parts {
  log: Logger;
  systemClock: SystemClock;
  telemetry: Telemetry;
  credentialTag?: string | undefined;
  rateLimitAnswerMs?: number | undefined;
}

/** The limiter that the configuration asks for: shared in Redis, else of this process. */
export async function openRateLimiter(
  { redisUrl }: Pick<Config, "redisUrl">,
  { log, systemClock, telemetry: { metrics }, credentialTag = "", rateLimitAnswerMs: answerMs }: Parts,
): Promise<{ limit: RateLimiter; close(): void }> {
  const local = rateLimiter(systemClock, metrics);
  if (redisUrl === undefined) return { limit: local, close() {} };
  // The client takes memory that a gateway without Redis keeps.
  const { redisBuckets } = await import("./redis-buckets.ts");
  // The worlds of a sandbox have applications of the same ids.
  const buckets = redisBuckets({ url: redisUrl, prefix: `marketplace:rate-limit:${credentialTag}:` });
  return sharedRateLimiter({ buckets, local, log, metrics, answerMs });
}
