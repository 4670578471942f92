import * as catalog from "@marketplace/catalog-service";
import { catalogContract, remoteClient } from "@marketplace/contracts";
import { assertedCaller, attachedCaller } from "@marketplace/conventions";
import { createTestDatabase, startTestServer } from "@marketplace/database/testing";
import * as gateway from "@marketplace/edge-gateway";
import * as questions from "@marketplace/questions-service";
import { serve, silentLogger } from "@marketplace/server";
import { startTelemetry } from "@marketplace/telemetry";
import { type SentSpan, startReceiver } from "@marketplace/telemetry/receiver";
import { afterAll, expect, it } from "vitest";

const receiver = await startReceiver();
process.env.OTEL_EXPORTER_OTLP_ENDPOINT = receiver.url;
const telemetry = await startTelemetry("test", process.env);

const postgres = await startTestServer();
const secret = "a secret for these tests";
const log = silentLogger();
const anywhere = { host: "127.0.0.1", port: 0 };
const unused = () => Promise.reject(new Error("not asked in this test"));

const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
  await postgres.stop();
  receiver.close();
});

type App = Parameters<typeof serve>[0];
async function served(app: App, deps: { close(): Promise<void> }): Promise<string> {
  const { port, close } = await serve(app, anywhere);
  closing.push(deps.close, () => close());
  return `http://127.0.0.1:${port}`;
}

const configured = async (service: "catalog" | "questions" | "gateway") => ({
  DATABASE_URL: (await createTestDatabase(postgres.adminUrl, service)).url,
  INTERNAL_SECRET: secret,
});
const parts = { log, authenticate: assertedCaller(secret) };

async function startCatalog(): Promise<string> {
  const clients = {
    identity: { users: unused, userIdOf: unused },
    notifications: { publish: unused },
    questions: { itemClosed: unused },
  };
  const config = catalog.readConfig(await configured("catalog"));
  const deps = await catalog.createDeps(config, {
    ...parts,
    clients,
    telemetry: telemetry.of("catalog-service"),
  });
  return served(catalog.createInternalApp(deps), deps);
}

async function startQuestions(catalogUrl: string): Promise<string> {
  const own = telemetry.of("questions-service");
  const clients = {
    catalog: remoteClient(catalogContract, { url: catalogUrl, secret, telemetry: own }),
    identity: { users: unused },
    notifications: { publish: unused },
  };
  const config = questions.readConfig(await configured("questions"));
  const deps = await questions.createDeps(config, { ...parts, clients, telemetry: own });
  return served(questions.createApp(deps), deps);
}

/** Starts a gateway with the demo's users; returns its address and a buyer's token. */
async function startGateway(catalogUrl: string, questionsUrl: string) {
  const config = gateway.readConfig(await configured("gateway"));
  const asked = { describe: async () => ({ tags: [], paths: {}, schemas: {} }), vitals: unused };
  const clients = {
    catalog: remoteClient(catalogContract, { url: catalogUrl, secret }),
    questions: asked,
    invoices: asked,
    orders: { ...asked, trades: unused },
    flex: asked,
  };
  const own = telemetry.of("edge-gateway");
  const deps = await gateway.createDeps(config, {
    log,
    authenticate: attachedCaller,
    clients,
    telemetry: own,
  });
  const { users } = await gateway.seedDemo(deps, { now: new Date(), baseUrl: config.baseUrl });
  const way = gateway.forwarded(questionsUrl, secret, { timeoutMs: 30_000 });
  const nowhere = { handle: unused };
  const upstreams = { questions: way, catalog: nowhere, invoices: nowhere, orders: nowhere, flex: nowhere };
  closing.push(way.close);
  return {
    url: await served(gateway.createApp(deps, upstreams), deps),
    token: users.buyer_mla.access_token,
  };
}

it("a request through the gateway, a service, a call of another service and SQL is one trace", async () => {
  const catalogUrl = await startCatalog();
  const { url, token } = await startGateway(catalogUrl, await startQuestions(catalogUrl));
  const traceId = "0af7651916cd43dd8448eb211c80319c";
  const answer = await fetch(`${url}/questions?access_token=${token}`, {
    method: "POST",
    headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01`, "Content-Type": "application/json" },
    body: JSON.stringify({ item_id: "MLA1", text: "private words" }),
  });
  expect(answer.status).toBe(404);
  await answer.text();
  await telemetry.stop();
  const spans = receiver.spans.filter((span) => span.traceId === traceId);
  const ancestors = (span: SentSpan): string[] => {
    const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
    return [`${span.service} ${span.name}`, ...(parent ? ancestors(parent) : [])];
  };
  const atGateway = "edge-gateway POST /questions";
  const atQuestions = ["questions-service POST /questions", atGateway];
  const paths = spans.map(ancestors);
  expect(paths).toContainEqual(["edge-gateway SELECT", atGateway]);
  expect(paths).toContainEqual([
    "catalog-service SELECT",
    "catalog-service rpc items",
    "catalog-service GET /rpc",
    "questions-service rpc items",
    ...atQuestions,
  ]);
  expect(
    spans.find(({ name, service }) => service === "edge-gateway" && name.startsWith("POST")),
  ).toMatchObject({
    parentSpanId: "b7ad6b7169203331",
  });
  const told = JSON.stringify(receiver.spans);
  for (const word of [token, "private words", "access_token="]) expect(told).not.toContain(word);
});
