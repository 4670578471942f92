import {
  assertionHeader,
  bareApp,
  type Conventions,
  failure,
  idParam,
  kit,
  mount,
  requests,
} from "@marketplace/conventions";
import { reader, testedConventions } from "@marketplace/conventions/testing";
import { startTelemetry } from "@marketplace/telemetry";
import { startReceiver } from "@marketplace/telemetry/receiver";
import { pino } from "pino";
import { afterAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { loggerOptions } from "./log.ts";
import { notesApp, served } from "./test-server.ts";

interface Line {
  level: string;
  msg: string;
  requestId: string;
  [field: string]: unknown;
}

const lines: Line[] = [];
const written: string[] = [];
const write = (line: string) => {
  written.push(line);
  lines.push(JSON.parse(line));
};
const log = pino(loggerOptions("notes", "debug"), { write });
const telemetry = await startTelemetry("notes", {});
const conventions: Conventions = testedConventions({ log, telemetry: telemetry.of("notes") });
const exposed = async () => (await telemetry.exposition?.())?.text ?? "";
const lineOf = (id: string) =>
  expect.poll(() => lines.find(({ requestId, msg }) => requestId === id && msg === "served"));

const { operation, resource } = kit<object>();
const faulty = resource({
  name: "Faults",
  description: "What goes wrong",
  fields: z.object({}),
  operations: [
    operation({
      id: "fail",
      method: "GET",
      path: "/faults/{id}",
      summary: "Fails",
      example: "/faults/1",
      params: { id: idParam().describe("Any") },
      response: z.object({}),
      handle() {
        throw Object.assign(new Error("ana@example.com has APP_USR-1-secret-2"), {
          detail: "Key (email)=(x)",
        });
      },
    }),
  ],
});

describe("every request", () => {
  const { fetch } = served(notesApp(conventions));
  const ask = async (path: string, id: string, init: RequestInit = {}) => {
    const headers = { ...reader, "X-Request-Id": id, ...init.headers };
    return (await fetch(path, { ...init, headers })).text();
  };

  it("leaves one line with id, caller, template, status, duration and size", async () => {
    await ask("/notes/1?attributes=id", "r-1");
    await lineOf("r-1").toEqual({
      level: "info",
      time: expect.any(String),
      pid: expect.any(Number),
      hostname: expect.any(String),
      name: "notes",
      msg: "served",
      requestId: "r-1",
      userId: 7,
      applicationId: 1,
      method: "GET",
      route: "/notes/{id}",
      status: 200,
      durationMs: expect.any(Number),
      bytes: expect.any(Number),
    });
    expect(lines.filter(({ requestId }) => requestId === "r-1")).toHaveLength(1);
  });

  it("leaves neither its query string nor its token", async () => {
    await ask("/notes/2?access_token=sesame&text=private", "r-2");
    await lineOf("r-2").toMatchObject({ status: 200 });
    for (const secret of ["sesame", "private", "7:read"]) expect(written.join()).not.toContain(secret);
  });

  it("counts as `unknown` when its route is unknown", async () => {
    await ask("/nowhere/1", "r-3");
    await ask("/nowhere/2", "r-4");
    await lineOf("r-4").toMatchObject({ route: "unknown", status: 404 });
    const text = await exposed();
    expect(text).toMatch(
      /http_request_duration_seconds_count\{service="notes",method="GET",route="unknown",status="404"\} 2\n/,
    );
    expect(text).not.toContain("nowhere");
  });

  it("has the real status of a JSONP answer", async () => {
    await ask("/notes/77?callback=show", "r-5");
    await lineOf("r-5").toMatchObject({ status: 404, route: "/notes/{id}" });
  });

  it("is logged at debug level when it is a probe", async () => {
    await ask("/livez", "r-6");
    await lineOf("r-6").toMatchObject({ level: "debug", route: "/livez", status: 200 });
  });

  it("reports its template to the gateway only", async () => {
    const asked = await fetch("/notes/1", { headers: { ...reader, [assertionHeader]: "from the gateway" } });
    expect(asked.headers.get("x-marketplace-route")).toBe("/notes/{id}");
    expect((await fetch("/notes/1", { headers: reader })).headers.has("x-marketplace-route")).toBe(false);
    const wrapped = await fetch("/notes/1?callback=show", { headers: { ...reader, [assertionHeader]: "x" } });
    expect(await wrapped.text()).not.toContain("x-marketplace-route");
  });
});

describe("a request in progress", () => {
  const arrived = Promise.withResolvers<void>();
  const app = bareApp().use(requests(conventions), () => arrived.resolve());
  const { fetch } = served(app);
  const inFlight = async () => /http_requests_in_flight\{service="notes"\} (\d+)/.exec(await exposed())?.[1];

  it("is in flight until its client leaves, which is logged as 499", async () => {
    const leaving = new AbortController();
    const answer = fetch("/", { signal: leaving.signal, headers: { "X-Request-Id": "r-7" } });
    await arrived.promise;
    expect(await inFlight()).toBe("1");
    leaving.abort();
    await expect(answer).rejects.toThrow();
    await lineOf("r-7").toMatchObject({ status: 499 });
    expect(await inFlight()).toBe("0");
  });
});

describe("an unexpected error", () => {
  const app = bareApp().use(requests(conventions), mount([faulty], {}, conventions), failure(conventions));
  const { fetch } = served(app);

  it("is logged once, with its stack, without addresses, tokens and extra fields", async () => {
    const answer = await fetch("/faults/1", { headers: { ...reader, "X-Request-Id": "r-8" } });
    expect(answer.status).toBe(500);
    await lineOf("r-8").toMatchObject({ status: 500, level: "info" });
    const [told, ...more] = lines.filter(({ requestId, level }) => requestId === "r-8" && level === "error");
    expect(more).toEqual([]);
    expect(told).toMatchObject({
      route: "/faults/{id}",
      err: {
        type: "Error",
        message: "<e-mail> has <token>",
        stack: expect.stringContaining("request-log.test"),
      },
    });
    expect(JSON.stringify(told)).not.toMatch(/ana@|secret|Key/);
  });
});

describe("a request of a traced process", async () => {
  const receiver = await startReceiver();
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", receiver.url);
  const watched = await startTelemetry("notes", process.env);
  const traced = { ...conventions, telemetry: watched.of("notes") };
  const app = bareApp().use(requests(traced), mount([faulty], {}, traced), failure(traced));
  const { fetch } = served(app);
  afterAll(receiver.close);

  it("that fails leaves a span whose error is its status, without the message of the error", async () => {
    await fetch("/faults/1", { headers: { ...reader, "X-Request-Id": "r-9" } });
    await lineOf("r-9").toMatchObject({ status: 500 });
    await watched.stop();
    expect(receiver.spans).toMatchObject([{ name: "GET /faults/{id}", status: { code: 2 } }]);
    expect(JSON.stringify(receiver.spans)).toContain('{"key":"error.type","value":{"stringValue":"500"}}');
    expect(JSON.stringify(receiver.spans)).not.toMatch(/ana@|secret/);
  });
});

afterAll(() => telemetry.stop());
