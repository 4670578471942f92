export type { Span, Tracer } from "@opentelemetry/api";
export type { QuestionsWaiting } from "./business.ts";
export { observePool, observeQueries } from "./database.ts";
export type { OutboxLag, SiteState } from "./databases.ts";
export { createInstruments } from "./instruments.ts";
export type { Metrics, Outcome } from "./metrics.ts";
export { observedMethods } from "./operations.ts";
export { type ProcessTelemetry, silentTelemetry, startTelemetry, type Telemetry } from "./telemetry.ts";
export { continuing, failed, inSpan, serverSpan, traceHeaders } from "./tracing.ts";
