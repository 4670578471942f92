import { context, propagation } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import { samplerOf } from "./sampler.ts";
import type { Environment, Tracing } from "./tracing.ts";

const millisecondsOf = (text: string | undefined): number | undefined => (text ? Number(text) : undefined);

/**
 * The part of tracing that is loaded on demand. The exporter reads its own variables (endpoint, headers,
 * timeout, compression, certificates) as OpenTelemetry defines them.
 */
export function openTracing(env: Environment): Tracing {
  const processor = new BatchSpanProcessor({
    exporter: new OTLPTraceExporter(),
    scheduledDelayMillis: millisecondsOf(env.OTEL_BSP_SCHEDULE_DELAY),
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  const sampler = samplerOf(env);
  const detected = detectResources({ detectors: [envDetector] });
  return {
    tracerOf(service) {
      // Services that share a process have different names, unless one name is configured for all.
      const resource = resourceFromAttributes({ "service.name": service }).merge(detected);
      const provider = new TracerProvider({ resource, sampler, spanProcessors: [processor] });
      return provider.getTracer("marketplace");
    },
    async stop() {
      await processor.shutdown();
      propagation.disable();
      context.disable();
    },
  };
}
