import type { Environment, Tracing } from "./tracing.ts";

/** Starts tracing when the standard variables name an endpoint; otherwise its modules are not loaded. */
export async function startTracing(env: Environment): Promise<Tracing | undefined> {
  const endpoint = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || env.OTEL_EXPORTER_OTLP_ENDPOINT;
  const unwanted = env.OTEL_SDK_DISABLED?.toLowerCase() === "true" || env.OTEL_TRACES_EXPORTER === "none";
  if (!endpoint || unwanted) return undefined;
  const { openTracing } = await import("./tracing-sdk.ts");
  return openTracing(env);
}
