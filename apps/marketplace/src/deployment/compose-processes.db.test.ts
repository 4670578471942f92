import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, connect, createServer as createTcpServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { freePort, startTestServer, type TestServer } from "@marketplace/database/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { environmentOf, services } from "./compose.fixture.ts";
import { buildImage, type Image } from "./image.fixture.ts";
import { type App, apps, type Environment } from "./repository.fixture.ts";

// Loopback addresses replace the hosts of compose's network. Postgres is the embedded one. The object store
// answers every request with success, because only its presence matters here (`pnpm test:s3` runs the driver
// on a real one).
let folder = "";
let postgres: TestServer;
let objects: Server;
const images = new Map<string, Image>();
const ports = new Map<string, number>();
const internalPorts = new Map<string, number>();
/** Listeners that reserve the ports of services until these start: outgoing connections might take them. */
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
  for (const app of apps) internalPorts.set(app, await freePort());
  objects = await listening("minio", (_req, res) => void res.end());
  placeholders.set("mail", await listening("mail", (req) => void req.socket.destroy()));
}, 180_000);

afterAll(async () => {
  for (const { child } of running.values()) child.kill("SIGKILL");
  for (const server of [objects, ...placeholders.values()]) server.close();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Listens on a free loopback port in place of a container. */
async function listening(name: string, answer: RequestListener): Promise<Server> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  // The address of a TCP server is an object.
  ports.set(name, (server.address() as AddressInfo).port);
  return server;
}

const imageOf = (name: string): Image => {
  const image = images.get(name);
  if (!image) throw new Error(`there is no image of ${name}`);
  return image;
};

/** A password with all characters that have a meaning in a URL. */
const oddPassword = "p@ss/w:rd #1 50%40?";

/** Compose's environment of a service, with local addresses. */
function localEnvironment(name: string): Environment {
  const { host, password } = new URL(postgres.adminUrl);
  const here = Object.entries(environmentOf(name)).map(([key, value]) => {
    if (key === "DATABASE_ADMIN_PASSWORD") return [key, decodeURIComponent(password)];
    const known = key.endsWith("_INTERNAL_URL") ? internalPorts : ports;
    const address = value
      .replace("@postgres:5432", `@${host}`)
      .replace(/:\/\/([\w-]+):\d+$/, (whole, other) =>
        known.has(other) ? `${whole.split(":")[0]}://127.0.0.1:${known.get(other)}` : whole,
      );
    return [key, address];
  });
  const port = ports.get(name);
  const internalPort = internalPorts.get(name);
  return {
    ...Object.fromEntries(here),
    METRICS_HOST: "127.0.0.1",
    METRICS_PORT: "0",
    HOST: "127.0.0.1",
    PORT: String(port),
    INTERNAL_HOST: "127.0.0.1",
    INTERNAL_PORT: String(internalPort ?? 0),
    // The volume of compose.
    INTERNAL_SECRET_FILE: join(folder, "internal-secret"),
  };
}

/** Runs the migrations' image, or another command of it, to its end. */
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
  });

  it("the tool names at once all settings that it misses for the deployment's files", async () => {
    const none = { INTERNAL_SECRET_FILE: "", OBJECT_STORE: "", S3_ENDPOINT: "", S3_SECRET_KEY: "" };
    const { code, complaints } = await migrate(none, ["node", "dist/cli.js", "invoices", "reconcile"]);
    expect(code).toBe(1);
    expect(complaints.trim().split("\n").at(-1)).toBe(
      "INTERNAL_SECRET, OBJECT_STORE, S3_ENDPOINT, S3_SECRET_KEY: required with DATABASE_ADMIN_URL, as the deployment's services have them",
    );
  });

  it("the migrations wait for a server that is about to start", async () => {
    const { hostname, port } = new URL(postgres.adminUrl);
    // The port was released above.
    const silent = await listening("silent", () => {});
    await once(silent.close(), "close");
    const address = `postgresql://postgres@127.0.0.1:${ports.get("silent")}/postgres`;
    const environment = { ...localEnvironment("migrate"), DATABASE_ADMIN_URL: address };
    const child = imageOf("migrate").run(environment);
    const ended = once(child, "exit");
    let complaints = "";
    for await (const chunk of child.stderr ?? []) {
      complaints += chunk;
      if (complaints.includes("waiting")) break;
    }
    const way = createTcpServer((socket) => {
      const there = connect(Number(port), hostname);
      socket.pipe(there).pipe(socket);
      for (const end of [socket, there]) end.on("error", () => end.destroy());
    }).listen(ports.get("silent"), "127.0.0.1");
    expect(await ended).toEqual([0, null]);
    expect(complaints).toMatch(/^Postgres does not answer yet \(.*ECONNREFUSED.*\): waiting\n$/m);
    way.close();
  });

  it("the migrations say what a wrong password of the administrator means, and how to mend it", async () => {
    const { code, complaints } = await migrate({ DATABASE_ADMIN_PASSWORD: "another" });
    expect(code).toBe(1);
    expect(complaints).toMatch(/^password authentication failed for user "postgres"$/m);
    expect(complaints).toContain("POSTGRES_PASSWORD counts when compose makes the volume");
    expect(complaints).toContain("docker compose exec postgres psql");
  });

  it("a service that starts before its migrations lives, is not ready, says why, and serves once they were applied", async () => {
    const own = localEnvironment("flex-service");
    const fresh = await startTestServer();
    const { host } = new URL(fresh.adminUrl);
    const there = (text = "") => text.replace(/@[^/]+/, `@${host}`);
    const late = await listening("late", () => {});
    await once(late.close(), "close");
    const PORT = String(ports.get("late"));
    const secrets = { DATABASE_PASSWORD: oddPassword };
    const child = imageOf("flex-service").run({
      ...own,
      DATABASE_URL: there(own.DATABASE_URL),
      ...secrets,
      PORT,
      INTERNAL_PORT: "0",
    });
    const exit = once(child, "exit");
    let log = "";
    for (const output of [child.stdout, child.stderr]) output?.on("data", (chunk) => (log += chunk));
    await expect.poll(() => log).toContain("not ready: waiting");
    expect(log).toContain("the migrations make");
    const status = (path: string) => fetch(`http://127.0.0.1:${PORT}${path}`).then((answer) => answer.status);
    expect([await status("/livez"), await status("/readyz"), await status("/openapi.json")]).toEqual([
      200, 503, 503,
    ]);
    const { password } = new URL(fresh.adminUrl);
    const { code, complaints } = await migrate({
      DATABASE_ADMIN_URL: `postgresql://postgres@${host}/postgres`,
      DATABASE_ADMIN_PASSWORD: decodeURIComponent(password),
      FLEX_DATABASE_PASSWORD: oddPassword,
    });
    expect(code, complaints).toBe(0);
    await expect.poll(() => status("/readyz").catch(() => 0)).toBe(200);
    child.kill("SIGTERM");
    expect(await exit).toEqual([0, null]);
    await fresh.stop();
  });

  it("the tool makes the first operator of an empty deployment, once, and seeds nothing beside them", async () => {
    const fresh = await startTestServer();
    const { host, password } = new URL(fresh.adminUrl);
    const env = {
      DATABASE_ADMIN_URL: `postgresql://postgres@${host}/postgres`,
      DATABASE_ADMIN_PASSWORD: decodeURIComponent(password),
    };
    const bootstrap = () =>
      migrate(env, ["node", "dist/cli.js", "bootstrap", "--email", "operator@example.com"]);
    const early = await bootstrap();
    expect([early.code, early.said]).toEqual([1, ""]);
    expect((await migrate(env)).code).toBe(0);
    const { code, said, complaints } = await bootstrap();
    expect(code, complaints).toBe(0);
    expect(JSON.parse(said)).toMatchObject({
      operator: { id: expect.any(Number), password: expect.any(String) },
      application: { client_id: expect.any(String), client_secret: expect.any(String) },
    });
    const again = await bootstrap();
    expect([again.code, again.said]).toEqual([1, ""]);
    expect(again.complaints).toContain("There is an operator already");
    // The demo goes into empty databases only.
    const seed = await migrate(env, ["node", "dist/cli.js", "seed", "demo"]);
    expect([seed.code, seed.complaints]).toEqual([
      1,
      expect.stringContaining("There are data in marketplace_gateway:"),
    ]);
    await fresh.stop();
  });

  it("every service becomes ready, and healthy by its image's own check", async () => {
    const order = [...apps.filter((app) => app !== "edge-gateway"), "edge-gateway"] as App[];
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

  it("the tool fills the empty databases with the demo once, beside the services that run", async () => {
    const { S3_ENDPOINT, ...invoices } = localEnvironment("invoices-service");
    const gateway = `http://127.0.0.1:${ports.get("edge-gateway")}`;
    const output = join(folder, "migrate", "tmp", "sandbox.json");
    const env = {
      ...invoices,
      DATA_DIR: join(folder, "migrate", "tmp"),
      OBJECT_STORE: "file",
      PUBLIC_URL: gateway,
    };
    const seed = (...words: string[]) => migrate(env, ["node", "dist/cli.js", "seed", "demo", ...words]);
    const nowhere = await seed("--output", join(folder, "missing", "sandbox.json"));
    expect([nowhere.code, nowhere.complaints]).toEqual([
      1,
      expect.stringMatching(/^.* cannot be written \(ENOENT\): name another file by --output\n$/),
    ]);
    const first = await seed("--output", output, "--once");
    expect(first.code, first.complaints).toBe(0);
    const sandbox = JSON.parse(await readFile(output, "utf8"));
    expect(sandbox).toMatchObject({
      base_url: gateway,
      users: { seller_mla: { password: expect.any(String) } },
      fixtures: { item_active: expect.any(String), pack_with_pdf: expect.any(Number) },
    });
    const headers = { Authorization: `Bearer ${sandbox.users.buyer_mla.access_token}` };
    const item = await fetch(`${gateway}/items/${sandbox.fixtures.item_active}`, { headers });
    expect(item.status).toBe(200);
    const again = await seed("--output", output, "--once");
    expect([again.code, again.complaints]).toEqual([0, expect.stringContaining("nothing to do")]);
    const elsewhere = await seed();
    expect([elsewhere.code, elsewhere.said]).toEqual([1, ""]);
    expect(elsewhere.complaints).toMatch(
      /There are data in marketplace_gateway, marketplace_catalog, marketplace_questions, marketplace_invoices, marketplace_orders, marketplace_flex: .*nothing was changed/,
    );
  }, 300_000);

  it("internal calls are answered at the internal port alone, to callers that know the secret", async () => {
    const { INTERNAL_SECRET_FILE = "" } = localEnvironment("edge-gateway");
    const secret = (await readFile(INTERNAL_SECRET_FILE, "utf8")).trim();
    const call = async (port: number | undefined, key: string) => {
      const headers = { "x-marketplace-rpc": key };
      return (await fetch(`http://127.0.0.1:${port}/rpc/describe?input=%7B%7D`, { headers })).status;
    };
    for (const app of apps) {
      expect([app, await call(ports.get(app), secret)]).toEqual([app, 404]);
      expect([app, await call(internalPorts.get(app), "local-development-secret")]).toEqual([app, 403]);
      expect([app, await call(internalPorts.get(app), secret)]).toEqual([app, 200]);
      const unknown = await fetch(`http://127.0.0.1:${internalPorts.get(app)}/users/me`);
      expect([app, unknown.status]).toEqual([app, 404]);
    }
  });

  it("users sign in by a password, for nobody has set SIGN_IN", async () => {
    const gateway = `http://127.0.0.1:${ports.get("edge-gateway")}`;
    const page = await fetch(`${gateway}/sign_in`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('type="password"')]);
    const described = await fetch(`${gateway}/authorization`, { method: "OPTIONS" });
    expect([described.status, described.headers.get("allow")]).toEqual([200, "GET, HEAD, POST, OPTIONS"]);
  });

  it("every service ends with code 0 when it is asked to stop", async () => {
    for (const app of ["edge-gateway", ...apps.filter((other) => other !== "edge-gateway")] as App[]) {
      running.get(app)?.child.kill("SIGTERM");
      expect([app, await running.get(app)?.exit]).toEqual([app, [0, null]]);
      running.delete(app);
    }
  });
});
