import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { inSpan, startTelemetry } from "@marketplace/telemetry";
import { startReceiver } from "@marketplace/telemetry/receiver";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { dockerfileOf, environmentOf, filled, services, textsOf } from "./deployment/compose.fixture.ts";
import {
  type App,
  addressVariable,
  apps,
  internalAddressVariable,
  read,
  root,
  settingOf,
  stopTakesMs,
  tracingVariables,
  variablesKnownTo,
} from "./deployment/repository.fixture.ts";

const knownTo = (app: App): string[] => [...variablesKnownTo(app, environmentOf(app)), ...tracingVariables];
const nameOf = (app: App): string => addressVariable(app).replace("_URL", "");

/** Variables that compose fixes itself, because containers and their network determine them. */
const settled = new Set([
  ...apps.flatMap((app) => [addressVariable(app), internalAddressVariable(app)]),
  "INTERNAL_HOST",
  "INTERNAL_PORT",
  "INTERNAL_SECRET_FILE",
  "HOST",
  "PORT",
  "METRICS_HOST",
  "METRICS_PORT",
  "DATABASE_URL",
  "DATABASE_DIRECT_URL",
  "DATABASE_DIR",
  "DATA_DIR",
  "SEARCH_INDEX_DIR",
  "OBJECT_STORE",
  "S3_ENDPOINT",
  "S3_REGION",
  "S3_BUCKET",
  "S3_PATH_STYLE",
  "S3_CA",
  // A single name would apply to all services, and the container sees no file of the machine.
  "OTEL_SERVICE_NAME",
  "OTEL_EXPORTER_OTLP_CERTIFICATE",
]);

/** The reference to a user's variable: the same name, or a prefixed one where services differ. */
function settable(app: App, variable: string): RegExp {
  const own = ["DATABASE_READ_URL", "DATABASE_PASSWORD"].includes(variable);
  const name = own ? `${nameOf(app)}_${variable}` : variable;
  return new RegExp(`^\\$\\{${name}:-.*\\}$`);
}

/** An image by its version and by its digest. */
const pinned = /^[\w/.-]+:(?!latest)[\w.-]*\d[\w.-]*@sha256:[0-9a-f]{64}$/;

describe("docker-compose.yml", () => {
  it.each(apps)("configures %s with everything it requires, and with nothing it does not know", (name) => {
    expect(knownTo(name)).toEqual(expect.arrayContaining(Object.keys(environmentOf(name))));
  });

  it.each(apps)("lets its user set each variable of %s, but for those that containers settle", (name) => {
    for (const variable of knownTo(name)) {
      const text = textsOf(name)[variable] ?? "";
      if (settled.has(variable)) expect(text, variable).not.toContain("$");
      else expect(text, variable).toMatch(settable(name, variable));
    }
  });

  it("tells OpenTelemetry nothing by what is left empty", async () => {
    const receiver = await startReceiver();
    onTestFinished(() => {
      receiver.close();
      vi.unstubAllEnvs();
    });
    for (const variable of tracingVariables) vi.stubEnv(variable, environmentOf("flex-service")[variable]);
    vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", receiver.url);
    const telemetry = await startTelemetry("test", process.env);
    const { tracer } = telemetry.of("flex-service");
    await inSpan(tracer, { name: "work", kind: "internal" }, async () => {});
    await telemetry.stop();
    expect(receiver.spans).toMatchObject([{ service: "flex-service", name: "work" }]);
    expect([...receiver.paths]).toEqual(["/v1/traces"]);
  });

  it.each(apps)("finds %s under the address the others are given", (name) => {
    const port = settingOf(dockerfileOf(name), "PORT");
    const internalPort = settingOf(dockerfileOf(name), "INTERNAL_PORT");
    for (const other of apps) {
      const given = environmentOf(other);
      expect([undefined, `http://${name}:${port}`]).toContain(given[addressVariable(name)]);
      expect([undefined, `http://${name}:${internalPort}`]).toContain(given[internalAddressVariable(name)]);
    }
  });

  it("publishes the gateway's public port and nothing else of ours, on loopback unless told otherwise", () => {
    const published = apps.filter((app) => services[app]?.ports);
    expect(published).toEqual(["edge-gateway"]);
    expect(services["edge-gateway"]?.ports).toEqual([
      expect.stringMatching(/^\$\{BIND:-127\.0\.0\.1\}:\$\{PORT:-8080\}:8080$/),
    ]);
    expect(settingOf(dockerfileOf("edge-gateway"), "PORT")).toBe("8080");
    const others = Object.entries(services).filter(([name]) => name !== "edge-gateway");
    for (const port of others.flatMap(([, { ports = [] }]) => ports)) expect(port).toMatch(/^127\.0\.0\.1:/);
  });

  it("gives all services, and the command-line tool, one secret: the user's, or one made in a volume of theirs", () => {
    for (const name of [...apps, "migrate"]) {
      const { INTERNAL_SECRET, INTERNAL_SECRET_FILE = "" } = textsOf(name);
      expect(INTERNAL_SECRET).toMatch(/^\$\{INTERNAL_SECRET:-\}$/);
      expect(services[name]?.volumes).toContain(`secrets:${dirname(INTERNAL_SECRET_FILE)}`);
      // With the image's directory, the volume belongs to the user of the services.
      const made = /^RUN install --directory --owner=node --group=node (.*)$/m.exec(dockerfileOf(name))?.[1];
      expect(made?.split(" ")).toContain(dirname(INTERNAL_SECRET_FILE));
    }
  });

  it("starts services after what they need, by health", () => {
    for (const [name, { depends_on = {} }] of Object.entries(services)) {
      for (const [needed, { condition }] of Object.entries(depends_on)) {
        const ends = ["migrate", "seed"].includes(needed);
        const healthy = services[needed]?.healthcheck !== undefined || apps.some((app) => app === needed);
        const wanted = ends ? "service_completed_successfully" : "service_healthy";
        expect([name, needed, condition]).toEqual([name, needed, wanted]);
        expect(ends || healthy).toBe(true);
      }
    }
  });

  it("lets each service wait for its schema by itself, so that one alone can be replaced", () => {
    for (const app of apps) expect(Object.keys(services[app]?.depends_on ?? {})).not.toContain("migrate");
    // `up` fails with the migrations only if a service waits for them.
    const completed = { condition: "service_completed_successfully" };
    expect(services.mail?.depends_on).toEqual({
      migrate: completed,
      seed: { ...completed, required: false },
    });
  });

  it("takes Postgres for healthy once it answers over the network: the server that sets it up does not", () => {
    expect(services.postgres?.healthcheck).toMatchObject({
      test: ["CMD", "pg_isready", "-h", "127.0.0.1", "-U", "postgres"],
    });
  });

  it("bounds the log of every container", () => {
    for (const [name, { logging }] of Object.entries(services)) {
      const options = { "max-size": expect.stringMatching(/^\d+m$/), "max-file": expect.any(String) };
      expect([name, logging]).toEqual([name, { driver: "json-file", options }]);
    }
  });

  it("tells clients the port that is published", () => {
    expect(textsOf("edge-gateway").PUBLIC_URL).toMatch(/:-http:\/\/localhost:\$\{PORT:-8080\}\}$/);
    expect(environmentOf("edge-gateway").PUBLIC_URL).toBe("http://localhost:8080");
  });

  it("writes no secret into an address, where some characters would have to be percent-encoded", () => {
    for (const [, text] of read("docker-compose.yml").matchAll(/^ +\w+: (\S+:\/\/.*)$/gm))
      expect(text).not.toMatch(/PASSWORD|SECRET/);
  });

  it("gives the command-line tool the store and the secret that the services have", () => {
    const tool = environmentOf("migrate");
    for (const variable of [
      "INTERNAL_SECRET",
      "OBJECT_STORE",
      "S3_ENDPOINT",
      "S3_ACCESS_KEY",
      "S3_SECRET_KEY",
    ])
      expect([variable, tool[variable]]).toEqual([variable, environmentOf("invoices-service")[variable]]);
  });

  it("gives what we build the time to finish what it has begun", () => {
    const ours = Object.entries(services).filter(([, { build }]) => build);
    expect(ours.length).toBeGreaterThan(apps.length);
    for (const [name, { stop_grace_period }] of ours)
      expect([name, stop_grace_period]).toEqual([
        name,
        expect.stringMatching(/^\$\{STOP_GRACE_PERIOD:-\d+s\}$/),
      ]);
    for (const app of apps) {
      const grace = Number.parseInt(filled(services[app]?.stop_grace_period ?? ""), 10) * 1_000;
      expect(grace).toBeGreaterThanOrEqual(stopTakesMs(app, environmentOf(app)));
    }
  });

  it("gives every other secret a default for local use that the environment replaces", () => {
    const compose = read("docker-compose.yml").replaceAll(/^ +INTERNAL_SECRET.*$/gm, "");
    for (const [line] of compose.matchAll(/^.*(SECRET|PASSWORD|ACCESS_KEY|ROOT_USER).*$/gm))
      expect(line).toMatch(
        /\$\{[A-Z_0-9]+:-local|\$\{POSTGRES_PASSWORD:-postgres\}|\$\{(?:SMTP_PASSWORD|OIDC_CLIENT_SECRET|OPENSEARCH_PASSWORD):-\}/,
      );
  });

  it("lets every service reach its own database alone, by the password that the migrations set", () => {
    for (const app of apps) {
      const { username, pathname } = new URL(environmentOf(app).DATABASE_URL ?? "");
      const password = environmentOf(app).DATABASE_PASSWORD;
      const service = app.replace(/^edge-|-service$/g, "");
      expect([username, pathname]).toEqual([`marketplace_${service}`, `/marketplace_${service}`]);
      expect(password).toBe(environmentOf("migrate")[`${service.toUpperCase()}_DATABASE_PASSWORD`]);
    }
  });

  it("pins every image it does not build", () => {
    const images = Object.values(services).flatMap(({ image }) => image ?? []);
    expect(images.length).toBeGreaterThan(0);
    for (const image of images) expect(image).toMatch(pinned);
  });
});

describe("a Dockerfile", () => {
  const built = Object.keys(services).filter((name) => services[name]?.build);

  it("builds as every other does, up to its last stage, so that one build serves all", () => {
    const stages = built.map((name) => {
      const text = dockerfileOf(name);
      return text.slice(text.indexOf("FROM "), text.lastIndexOf("\nFROM "));
    });
    expect(new Set(stages).size).toBe(1);
    expect(stages[0]).toContain("RUN pnpm install --frozen-lockfile");
  });

  it.each(built)("of %s needs no frontend from a registry", (name) => {
    expect(dockerfileOf(name)).not.toMatch(/^# *syntax *=/im);
  });

  it("belongs to each service and to the migrations", () => {
    expect(built.sort()).toEqual([...apps, "migrate", "seed"].sort());
    expect(services.seed?.build).toEqual(services.migrate?.build);
  });

  it.each(built)("of %s runs a pinned Node as an ordinary user and copies only what exists", (name) => {
    const dockerfile = dockerfileOf(name);
    const stages = [...dockerfile.matchAll(/^FROM (\S+)(?: AS (\w+))?$/gm)];
    for (const [, image] of stages) expect(image).toMatch(pinned);
    for (const [, image] of stages) expect(image).toMatch(/^node:\d+\.\d+\.\d+-/);
    const last = dockerfile.slice(dockerfile.lastIndexOf("\nFROM "));
    expect(last).toMatch(/^USER node$/m);
    for (const [, path = ""] of dockerfile.matchAll(/^COPY (?!--from)(\S+) \S+$/gm))
      expect([path, existsSync(join(root, path))]).toEqual([path, true]);
  });

  it.each(built)("of %s starts a file that its build makes", (name) => {
    const dockerfile = dockerfileOf(name);
    const app = /apps\/([\w-]+)\/Dockerfile/.exec(services[name]?.build?.dockerfile ?? "")?.[1];
    const entry = /CMD \["node", "dist\/(\w+)\.js"\]$/m.exec(dockerfile)?.[1];
    const { scripts } = JSON.parse(read(`apps/${app}/package.json`)) as { scripts: { build: string } };
    expect(scripts.build).toContain(`src/${entry}.ts`);
  });

  it.each(apps)("of %s asks the health path that the service answers", (name) => {
    const dockerfile = dockerfileOf(name);
    const check = /^HEALTHCHECK .*$/m.exec(dockerfile)?.[0];
    expect(check).toContain(`/dev/tcp/127.0.0.1/${settingOf(dockerfile, "PORT")} `);
    expect(check).toContain("GET /readyz ");
    // Starting a Node process takes longer than the answer of the service.
    expect(check).not.toContain("node");
    // `docker run --publish-all` publishes exposed ports, so the internal port is never exposed.
    const exposed = [...dockerfile.matchAll(/^EXPOSE (.*)$/gm)].map(([, ports]) => ports);
    expect(exposed).toEqual([settingOf(dockerfile, "PORT")]);
  });
});
