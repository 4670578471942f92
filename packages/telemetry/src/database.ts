import { type Span, SpanKind, type Tracer, trace } from "@opentelemetry/api";
import type pg from "pg";
import type { Outcome } from "./metrics.ts";
import type { Telemetry } from "./telemetry.ts";
import { failed, kindOf } from "./tracing.ts";

/** Instruments a pool: metrics of its queries and connections, and traces when tracing is on. */
export function observePool(pool: pg.Pool, telemetry: Telemetry): void {
  telemetry.metrics.watchPool(pool);
  observeQueries(pool, telemetry);
}

/** The queries alone: connections of a site's pool are told by `watchSites`. */
export function observeQueries(pool: pg.Pool, telemetry: Telemetry): void {
  if (!telemetry.exposition && !telemetry.tracer) return;
  pool.on("connect", (client) => observeClient(client, telemetry));
}

type Call = (...args: unknown[]) => unknown;

function observeClient(client: pg.PoolClient, { metrics, tracer }: Telemetry): void {
  const query: Call = client.query.bind(client);
  const observed: Call = (...args) => {
    const startedAt = performance.now();
    // Only within a trace: a poll every second would otherwise be a trace each time.
    const span = tracer && trace.getActiveSpan() && spanOf(tracer, args[0]);
    const ended = (error: unknown) => {
      metrics.query(outcomeOf(error), (performance.now() - startedAt) / 1_000);
      if (span) end(span, error);
    };
    return run(query, args, ended);
  };
  // The arguments are passed on unchanged.
  client.query = observed as typeof client.query;
}

/** Queries answer by a callback, the last argument, or by a promise. Cursors and streams are not measured. */
function run(query: Call, args: unknown[], ended: (error: unknown) => void): unknown {
  const callback = args.at(-1);
  if (typeof callback === "function") {
    const told = (error: unknown, result: unknown) => {
      ended(error ?? undefined);
      callback(error, result);
    };
    return query(...args.slice(0, -1), told);
  }
  const result = query(...args);
  if (result instanceof Promise) result.then(() => ended(undefined), ended);
  return result;
}

const outcomeOf = (error: unknown): Outcome => (error === undefined ? "ok" : "error");

const longestText = 1_000;

/** Statements have placeholders for values, so their text may be shown. */
function spanOf(tracer: Tracer, statement: unknown): Span {
  const text = textOf(statement);
  const operation = /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? "SQL";
  return tracer.startSpan(operation, {
    kind: SpanKind.CLIENT,
    attributes: {
      "db.system.name": "postgresql",
      "db.operation.name": operation,
      "db.query.text": text.slice(0, longestText),
    },
  });
}

function textOf(statement: unknown): string {
  if (typeof statement === "string") return statement;
  const named = typeof statement === "object" && statement !== null && "text" in statement;
  return named ? String(statement.text) : "";
}

function end(span: Span, error: unknown): void {
  if (error !== undefined) failed(span, kindOf(error));
  span.end();
}
