import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { startTestServer, type TestServer } from "@marketplace/database/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { environmentOf, services } from "./compose.fixture.ts";
import { buildImage, type Image } from "./image.fixture.ts";
import { type App, apps, type Environment } from "./repository.fixture.ts";

// Replaced: the hosts of compose's network by addresses of loopback. Postgres is the embedded one; the object store answers
// every request with "yes", for only its presence is asked here (`pnpm test:s3` runs the driver on a real one).
let folder = "";
let postgres: TestServer;
let objects: Server;
const images = new Map<string, Image>();
const ports = new Map<string, number>();
/** What holds the port of a service until it starts: others connect from ports that the system takes to be free. */
const placeholders = new Map<string, Server>();
const running = new Map<App, { child: ChildProcess; exit: Promise<unknown[]> }>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "compose-"));
  postgres = await startTestServer();
  for (const name of [...apps, "migrate"]) {
    const image = await buildImage(services[name]?.build?.dockerfile ?? "", join(folder, name));
    images.set(name, image);
    placeholders.set(name, await listening(name, (req) => void req.socket.destroy()));
  }
  objects = await listening("minio", (_req, res) => void res.end());
  placeholders.set("mail", await listening("mail", (req) => void req.socket.destroy()));
}, 180_000);

afterAll(async () => {
  for (const { child } of running.values()) child.kill("SIGKILL");
  for (const server of [objects, ...placeholders.values()]) server.close();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Listens on a free port of loopback, in the name of a container. */
async function listening(name: string, answer: RequestListener): Promise<Server> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  // A listening TCP server has an address object.
  ports.set(name, (server.address() as AddressInfo).port);
  return server;
}

const imageOf = (name: string): Image => {
  const image = images.get(name);
  if (!image) throw new Error(`there is no image of ${name}`);
  return image;
};

/** Compose's environment of a service, with addresses that exist here. */
function localEnvironment(name: string): Environment {
  const { host, password } = new URL(postgres.adminUrl);
  const here = Object.entries(environmentOf(name)).map(([key, value]) => {
    const database = value
      .replace("postgres:postgres@", `postgres:${password}@`)
      .replace("@postgres:5432", `@${host}`);
    const address = database.replace(/:\/\/([\w-]+):\d+$/, (whole, other) =>
      ports.has(other) ? `${whole.split(":")[0]}://127.0.0.1:${ports.get(other)}` : whole,
    );
    return [key, address];
  });
  const port = ports.get(name);
  const metrics = { METRICS_HOST: "127.0.0.1", METRICS_PORT: "0" };
  return { ...Object.fromEntries(here), ...metrics, HOST: "127.0.0.1", PORT: String(port) };
}

/** Runs the migrations' image to its end, or another command of it. */
async function migrate(environment = {}, command?: readonly string[]) {
  const child = imageOf("migrate").run({ ...localEnvironment("migrate"), ...environment }, command);
  const [[code], said, complaints] = await Promise.all([
    once(child, "exit"),
    child.stdout ? text(child.stdout) : "",
    child.stderr ? text(child.stderr) : "",
  ]);
  return { code, said, complaints };
}

async function start(app: App): Promise<void> {
  placeholders.get(app)?.close();
  const child = imageOf(app).run(localEnvironment(app));
  running.set(app, { child, exit: once(child, "exit") });
  let log = "";
  for (const output of [child.stdout, child.stderr]) output?.on("data", (chunk) => (log += chunk));
  while ((await statusOf(app, "/readyz")) !== 200) {
    expect(child.exitCode, log).toBeNull();
    await delay(50);
  }
}

const statusOf = (app: App, path: string): Promise<number | undefined> =>
  fetch(`http://127.0.0.1:${ports.get(app)}${path}`).then(
    ({ status }) => status,
    () => undefined,
  );

describe("the containers of docker-compose.yml, as processes", () => {
  it("the migrations make the databases once, and find nothing to do again", async () => {
    const first = await migrate();
    expect(first.code, first.complaints).toBe(0);
    expect(first.said).toContain("marketplace_gateway: 2");
    const second = await migrate();
    expect(second.said.match(/up to date/g)).toHaveLength(apps.length);
  });

  it("the migrations' image is also the command-line tool, on the deployment's databases and store", async () => {
    const { S3_ENDPOINT, ...invoices } = localEnvironment("invoices-service");
    const command = ["node", "dist/cli.js", "invoices", "reconcile"];
    const files = { DATA_DIR: join(folder, "migrate", "tmp"), OBJECT_STORE: "file" };
    const { code, said, complaints } = await migrate({ ...invoices, ...files }, command);
    expect(code, complaints).toBe(0);
    expect(JSON.parse(said)).toMatchObject({ differences: 0 });
    const without = await migrate({ INTERNAL_SECRET: "" }, command);
    expect(without.complaints).toContain("INTERNAL_SECRET is required with DATABASE_ADMIN_URL");
  });

  it("every service becomes ready in the order of compose, and healthy by its image's own check", async () => {
    const isFirst = (app: App) => !services[app]?.depends_on?.["catalog-service"];
    const order = [...apps.filter(isFirst), ...apps.filter((app) => !isFirst(app))];
    expect(order.at(-1)).toBe("edge-gateway");
    for (const app of order) {
      const port = ports.get(app) ?? 0;
      expect([app, await imageOf(app).healthOf(port)]).toEqual([app, 1]);
      await start(app);
      expect([app, await statusOf(app, "/livez")]).toEqual([app, 200]);
      expect([app, await imageOf(app).healthOf(port)]).toEqual([app, 0]);
    }
  });

  it("the gateway finds all services, and their documentation, at the addresses it was given", async () => {
    const answer = await fetch(`http://127.0.0.1:${ports.get("edge-gateway")}/openapi.json`);
    const { paths } = (await answer.json()) as { paths: Record<string, unknown> };
    const ofEach = ["/users/{id}", "/items/{id}", "/questions", "/orders", "/shipments/{shipment_id}"];
    expect(Object.keys(paths)).toEqual(expect.arrayContaining(ofEach));
    expect(await statusOf("edge-gateway", "/docs")).toBe(200);
  });

  it("every service ends with code 0 when it is asked to stop", async () => {
    for (const app of ["edge-gateway", ...apps.filter((other) => other !== "edge-gateway")] as App[]) {
      running.get(app)?.child.kill("SIGTERM");
      expect([app, await running.get(app)?.exit]).toEqual([app, [0, null]]);
      running.delete(app);
    }
  });
});
