import {
  assertedCaller,
  bareApp,
  idParam,
  kit,
  mount,
  requests,
  unknownRoute,
} from "@marketplace/conventions";
import { serve, silentLogger } from "@marketplace/server";
import { startTelemetry } from "@marketplace/telemetry";
import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { echoServices, startGateway } from "../gateway.fixture.ts";
import { forwarded } from "./forwarded.ts";

const { operation, resource } = kit<object>();
const Question = z.object({ id: z.int().describe("Question id") });
const questions = resource({
  name: "Questions",
  description: "As questions-service has them",
  fields: Question,
  operations: [
    operation({
      id: "getQuestion",
      method: "GET",
      path: "/questions/{id}",
      summary: "Reads one",
      example: "/questions/1",
      params: { id: idParam().describe("Question id") },
      response: Question,
      handle: ({ params }) => ({ id: params.id }),
    }),
  ],
});

const secret = "a secret for these tests";
const conventions = { log: silentLogger(), authenticate: assertedCaller(secret) };
const service = bareApp().use(
  requests(conventions),
  mount([questions], {}, conventions),
  unknownRoute(conventions),
);
const { port, close } = await serve(service, { host: "127.0.0.1", port: 0 });
const upstream = forwarded(`http://127.0.0.1:${port}`, secret, { timeoutMs: 30_000 });
afterAll(async () => {
  await upstream.close();
  await close();
});

const telemetry = (await startTelemetry("edge-gateway", {})).of("edge-gateway");
const upstreams = () => ({ ...echoServices(), questions: upstream });
const { http, bearer, logs } = await startGateway({ telemetry, upstreams });
const lines = () => logs().trim().split("\n");
const metrics = async () => (await telemetry.exposition?.())?.text ?? "";

describe("a request to a service in another process", () => {
  it("is logged and counted by the service's path template, with its caller", async () => {
    const headers = { ...bearer("buyer_mla").headers, "X-Request-Id": "r-1" };
    const answer = await http.get("/questions/5036111111?attributes=id", { headers });
    expect(answer.status).toBe(200);
    expect(answer.headers["x-marketplace-route"]).toBeUndefined();
    await expect
      .poll(() => lines().find((line) => line.includes('"r-1"') && line.includes("served")) ?? "{}")
      .toMatch(/"userId":\d+,"applicationId":\d+,"method":"GET","route":"\/questions\/\{id\}","status":200/);
    expect(await metrics()).toMatch(
      /_count\{service="edge-gateway",method="GET",route="\/questions\/\{id\}",/,
    );
  });

  it("counts as unknown when the service has no such route", async () => {
    await http.get("/questions/1/2/3", bearer("buyer_mla"));
    await expect
      .poll(metrics)
      .toMatch(/_count\{service="edge-gateway",method="GET",route="unknown",status="404"\} 1/);
  });
});

describe("the public port", () => {
  it("has no metrics, also not in OpenAPI", async () => {
    for (const path of ["/metrics", "//metrics", "/metrics/", "/questions/../metrics"])
      expect([path, (await http.get(path, bearer("operator"))).status]).not.toEqual([path, 200]);
    expect((await http.get("/openapi.json")).text).not.toContain("/metrics");
  });

  it("exports the number of entries of every cache", async () => {
    const caches = [...(await metrics()).matchAll(/^cache_entries\{.*cache="(.*?)"/gm)].map(
      ([, name]) => name,
    );
    expect(caches.toSorted()).toEqual(["answers", "proven-clients", "rate-limit", "tokens", "trades"]);
  });

  it("counts hits and misses of the token cache", async () => {
    const looks = async (result: string) =>
      Number(new RegExp(`cache="tokens",result="${result}"\\} (\\d+)`).exec(await metrics())?.[1] ?? 0);
    const before = (await looks("hit")) + (await looks("miss"));
    await http.get("/questions/1", bearer("seller_mla"));
    await http.get("/questions/1", bearer("seller_mla"));
    expect(await looks("hit")).toBeGreaterThan(0);
    expect((await looks("hit")) + (await looks("miss"))).toBe(before + 2);
  });
});
