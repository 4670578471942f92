import {
  type Attributes,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from "@opentelemetry/api";

export interface Tracing {
  tracerOf(service: string): Tracer;
  /** Exports the remaining spans. */
  stop(): Promise<void>;
}

export type Environment = Readonly<Record<string, string | undefined>>;

export interface SpanStart {
  name: string;
  kind: "client" | "server" | "internal";
  attributes?: Attributes;
}

const kinds = { client: SpanKind.CLIENT, server: SpanKind.SERVER, internal: SpanKind.INTERNAL } as const;

/** Runs work in a child span of the current one; without a tracer, just runs it. */
export async function inSpan<T>(
  tracer: Tracer | undefined,
  { name, kind, attributes }: SpanStart,
  work: () => Promise<T>,
): Promise<T> {
  if (!tracer) return work();
  const span = tracer.startSpan(name, { kind: kinds[kind], attributes });
  try {
    return await context.with(trace.setSpan(context.active(), span), work);
  } catch (error) {
    failed(span, kindOf(error));
    throw error;
  } finally {
    span.end();
  }
}

/** Only the type of an error: its message may hold secrets or personal data. */
export const kindOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error);

/** Marks a span as failed, by the type of the error or the status of the answer. */
export function failed(span: Span, kind: string): void {
  span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute("error.type", kind);
}

/** Starts the span of an incoming request as a child of its `traceparent`; `run` makes it the current one. */
export function serverSpan(
  tracer: Tracer,
  name: string,
  headers: Readonly<Record<string, string | string[] | undefined>>,
) {
  const parent = propagation.extract(ROOT_CONTEXT, headers);
  const span = tracer.startSpan(name, { kind: SpanKind.SERVER }, parent);
  return { span, run: <T>(work: () => T): T => context.with(trace.setSpan(parent, span), work) };
}

/** Runs work within the trace of a `traceparent`. */
export function continuing<T>(traceparent: string | undefined, work: () => T): T {
  if (traceparent === undefined) return work();
  return context.with(propagation.extract(context.active(), { traceparent }), work);
}

/** The W3C headers that continue the current trace in a call; empty without a trace. */
export function traceHeaders(): Record<string, string> {
  const headers: Record<string, string> = {};
  propagation.inject(context.active(), headers);
  return headers;
}
