import { trace } from "@opentelemetry/api";
import { SamplingDecision } from "@opentelemetry/sdk-trace";
import { afterEach, describe, expect, it } from "vitest";
import { inSpan, serverSpan, startTelemetry, traceHeaders } from "./index.ts";
import { startReceiver } from "./receiver.fixture.ts";
import { samplerOf } from "./sampler.ts";

const variables = ["OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_SERVICE_NAME"] as const;
afterEach(() => {
  for (const name of variables) delete process.env[name];
});

describe("tracing", () => {
  it.each([
    {},
    { OTEL_EXPORTER_OTLP_ENDPOINT: "" },
    { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318", OTEL_SDK_DISABLED: "true" },
    { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318", OTEL_TRACES_EXPORTER: "none" },
  ])("is off with %j", async (env) => {
    const { tracer } = (await startTelemetry("test", env)).of("test");
    expect(tracer).toBeUndefined();
    expect(await inSpan(tracer, { name: "work", kind: "internal" }, async () => traceHeaders())).toEqual({});
  });

  it("continues the trace of a caller, hands it on, and tells services of one process apart", async () => {
    const receiver = await startReceiver();
    process.env.OTEL_EXPORTER_OTLP_ENDPOINT = receiver.url;
    const telemetry = await startTelemetry("test", process.env);
    const [asking, asked] = [telemetry.of("asking").tracer, telemetry.of("asked").tracer];
    const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    if (!asking || !asked) throw new Error("tracing is off");
    const { span, run } = serverSpan(asking, "GET", { traceparent });
    const sent = await run(() => inSpan(asking, { name: "ask", kind: "client" }, async () => traceHeaders()));
    const answered = serverSpan(asked, "answer", sent);
    answered.span.end();
    span.end();
    await telemetry.stop();
    receiver.close();
    const [served, ask, answer] = ["GET", "ask", "answer"].map((name) =>
      receiver.spans.find((one) => one.name === name),
    );
    const traceId = "0af7651916cd43dd8448eb211c80319c";
    expect(served).toMatchObject({ service: "asking", traceId, parentSpanId: "b7ad6b7169203331" });
    expect(ask).toMatchObject({ service: "asking", traceId, parentSpanId: served?.spanId });
    expect(answer).toMatchObject({ service: "asked", traceId, parentSpanId: ask?.spanId });
    expect([...receiver.paths]).toEqual(["/v1/traces"]);
  });

  it("calls all services of a process by the name that is set", async () => {
    const receiver = await startReceiver();
    Object.assign(process.env, { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_SERVICE_NAME: "shop" });
    const telemetry = await startTelemetry("test", process.env);
    const { tracer } = telemetry.of("catalog-service");
    const failure = inSpan(tracer, { name: "work", kind: "internal" }, async () => {
      expect(trace.getActiveSpan()).toBeDefined();
      throw new Error("no");
    });
    await expect(failure).rejects.toThrow("no");
    await telemetry.stop();
    receiver.close();
    expect(receiver.spans).toMatchObject([{ service: "shop", name: "work", status: { code: 2 } }]);
  });
});

describe("the sampler", () => {
  const decide = (env: Record<string, string>) =>
    samplerOf(env).shouldSample(undefined as never, "f".repeat(32), "x", 0, {}, []).decision;

  it.each([
    [{}, "parentbased_always_on"],
    [{ OTEL_TRACES_SAMPLER: "always_off" }, "AlwaysOff"],
    [{ OTEL_TRACES_SAMPLER: "ALWAYS_ON" }, "AlwaysOn"],
    [{ OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: " " }, "TraceIdRatioBased{1}"],
    [{ OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "0.25" }, "TraceIdRatioBased{0.25}"],
  ])("is what %j names", (env, name) => {
    const expected = name === "parentbased_always_on" ? "ParentBased{root=AlwaysOnSampler" : name;
    expect(samplerOf(env).toString()).toContain(expected);
  });

  it("drops all, or what is over its ratio", () => {
    expect(decide({ OTEL_TRACES_SAMPLER: "always_off" })).toBe(SamplingDecision.NOT_RECORD);
    expect(decide({ OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "0" })).toBe(
      SamplingDecision.NOT_RECORD,
    );
    expect(decide({ OTEL_TRACES_SAMPLER: "traceidratio" })).toBe(SamplingDecision.RECORD_AND_SAMPLED);
  });

  it.each([
    [{ OTEL_TRACES_SAMPLER: "sometimes" }, "OTEL_TRACES_SAMPLER: sometimes is not supported"],
    [{ OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "2" }, "OTEL_TRACES_SAMPLER_ARG: must"],
  ])("refuses %j", (env, reason) => {
    expect(() => samplerOf(env)).toThrow(reason);
  });
});
