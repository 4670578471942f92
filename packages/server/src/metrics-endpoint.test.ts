import { bareApp, failure, requests, unknownRoute } from "@marketplace/conventions";
import { testedConventions } from "@marketplace/conventions/testing";
import { silentTelemetry, startTelemetry } from "@marketplace/telemetry";
import { describe, expect, it } from "vitest";
import { metricsEndpoint, serveMetrics, silentLogger } from "./index.ts";
import { served } from "./test-server.ts";

const telemetry = await startTelemetry("notes", {});
const conventions = testedConventions({ telemetry: telemetry.of("notes") });
const appOf = (measured: ReturnType<typeof silentTelemetry>) =>
  bareApp().use(
    requests(conventions),
    metricsEndpoint(measured),
    unknownRoute(conventions),
    failure(conventions),
  );

describe("/metrics", () => {
  const { fetch } = served(appOf(telemetry.of("notes")));

  it("answers in the text format of Prometheus, with the metrics of Node", async () => {
    const answer = await fetch("/metrics");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    const text = await answer.text();
    expect(text).toMatch(/^http_requests_in_flight\{service="notes"\} 1$/m);
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds\{service="notes"\} /m);
  });

  it("allows GET only", async () => {
    expect((await fetch("/metrics", { method: "POST" })).status).toBe(404);
  });
});

describe("without metrics", () => {
  const { fetch } = served(appOf(silentTelemetry()));

  it("there is no /metrics", async () => {
    expect((await fetch("/metrics")).status).toBe(404);
  });
});

describe("a port for metrics", () => {
  it("serves metrics and nothing else, and is opened only when it is set", async () => {
    expect(await serveMetrics(telemetry, silentLogger(), { metricsHost: "127.0.0.1" })).toBeUndefined();
    const listening = await serveMetrics(telemetry, silentLogger(), {
      metricsHost: "127.0.0.1",
      metricsPort: 0,
    });
    const ask = (path: string) => globalThis.fetch(`http://127.0.0.1:${listening?.port}${path}`);
    expect((await ask("/metrics")).status).toBe(200);
    expect((await ask("/notes")).status).toBe(404);
    await listening?.close();
  });
});
