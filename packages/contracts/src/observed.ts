import { inSpan, type Outcome, type Telemetry } from "@marketplace/telemetry";

/** A call of one procedure, as one of its two sides sees it. */
export interface ObservedCall {
  side: "client" | "server";
  procedure: string;
  /** Whether an error says that something is away for now. */
  isOutage: (error: unknown) => boolean;
}

/** Measures a call between services, and traces it where tracing is on. */
export async function observedCall<T>(
  telemetry: Telemetry | undefined,
  { side, procedure, isOutage }: ObservedCall,
  work: () => Promise<T>,
): Promise<T> {
  if (!telemetry) return work();
  const { metrics, tracer } = telemetry;
  const startedAt = performance.now();
  const ended = (outcome: Outcome) =>
    metrics.rpc(side, procedure, { outcome, seconds: (performance.now() - startedAt) / 1_000 });
  const attributes = { "rpc.system": "trpc", "rpc.method": procedure };
  try {
    const answer = await inSpan(tracer, { name: `rpc ${procedure}`, kind: side, attributes }, work);
    ended("ok");
    return answer;
  } catch (error) {
    ended(isOutage(error) ? "unavailable" : "error");
    throw error;
  }
}
