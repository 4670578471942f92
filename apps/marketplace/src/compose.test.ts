import { existsSync } from "node:fs";
import { join } from "node:path";
import { serverLimits } from "@marketplace/conventions";
import { describe, expect, it } from "vitest";
import { dockerfileOf, environmentOf, services } from "./deployment/compose.fixture.ts";
import {
  addressVariable,
  apps,
  read,
  root,
  settingOf,
  variablesKnownTo,
} from "./deployment/repository.fixture.ts";

describe("docker-compose.yml", () => {
  it.each(apps)("configures %s with everything it requires, and with nothing it does not know", (name) => {
    const known = variablesKnownTo(name, environmentOf(name));
    // Those are OpenTelemetry's own; packages/telemetry says which it reads.
    const given = Object.keys(environmentOf(name)).filter((variable) => !variable.startsWith("OTEL_"));
    expect(known).toEqual(expect.arrayContaining(given));
  });

  it.each(apps)("lets its user set whatever %s can be told, but for what containers settle", (name) => {
    const settled = /^(HOST|PORT|DATABASE_DIRECT_URL|DATA_DIR|S3_(REGION|BUCKET|PATH_STYLE|CA))$/;
    const known = variablesKnownTo(name, environmentOf(name)).filter((variable) => !settled.test(variable));
    expect(Object.keys(environmentOf(name))).toEqual(expect.arrayContaining(known));
  });

  it.each(apps)("finds %s under the address the others are given", (name) => {
    const port = settingOf(dockerfileOf(name), "PORT");
    for (const other of apps) {
      const address = environmentOf(other)[addressVariable(name)];
      if (address !== undefined) expect(address).toBe(`http://${name}:${port}`);
    }
  });

  it("starts services after what they need, by health", () => {
    for (const [name, { depends_on = {} }] of Object.entries(services)) {
      for (const [needed, { condition }] of Object.entries(depends_on)) {
        const healthy = services[needed]?.healthcheck !== undefined || apps.some((app) => app === needed);
        expect([name, needed, condition]).toEqual([
          name,
          needed,
          needed === "migrate" ? "service_completed_successfully" : "service_healthy",
        ]);
        expect(needed === "migrate" || healthy).toBe(true);
      }
    }
    for (const app of apps) expect(services[app]?.depends_on).toHaveProperty("migrate");
  });

  it("gives what we build a read-only file system, no privileges, and the time to finish what it has begun", () => {
    const ours = Object.entries(services).filter(([, { build }]) => build);
    expect(ours.length).toBeGreaterThan(apps.length);
    for (const [name, service] of ours) {
      expect([name, service]).toMatchObject([
        name,
        {
          read_only: true,
          tmpfs: ["/tmp"],
          security_opt: ["no-new-privileges:true"],
          cap_drop: ["ALL"],
          stop_grace_period: "30s",
        },
      ]);
    }
    expect(serverLimits.drainTimeoutMs).toBeLessThanOrEqual(15_000);
  });

  it("gives every secret a default for local use that the environment replaces", () => {
    const compose = read("docker-compose.yml");
    for (const [line] of compose.matchAll(/^.*(SECRET|PASSWORD|ACCESS_KEY|ROOT_USER).*$/gm))
      expect(line).toMatch(/\$\{[A-Z_0-9]+:-local|\$\{POSTGRES_PASSWORD:-postgres\}/);
  });

  it("lets every service reach its own database alone, by the password that the migrations set", () => {
    for (const app of apps) {
      const { username, password, pathname } = new URL(environmentOf(app).DATABASE_URL ?? "");
      const service = app.replace(/^edge-|-service$/g, "");
      expect([username, pathname]).toEqual([`marketplace_${service}`, `/marketplace_${service}`]);
      expect(password).toBe(environmentOf("migrate")[`${service.toUpperCase()}_DATABASE_PASSWORD`]);
    }
  });

  it("pins every image it does not build", () => {
    const images = Object.values(services).flatMap(({ image }) => image ?? []);
    expect(images.length).toBeGreaterThan(0);
    for (const image of images) expect(image).toMatch(/^[\w/.-]+:(?!latest)[\w.-]*\d[\w.-]*$/);
  });
});

describe("a Dockerfile", () => {
  const built = Object.keys(services).filter((name) => services[name]?.build);

  it("belongs to each service and to the migrations", () => {
    expect(built.sort()).toEqual([...apps, "migrate"].sort());
  });

  it.each(built)("of %s runs a pinned Node as an ordinary user and copies only what exists", (name) => {
    const dockerfile = dockerfileOf(name);
    const stages = [...dockerfile.matchAll(/^FROM (\S+)(?: AS (\w+))?$/gm)];
    for (const [, image] of stages) expect(image).toMatch(/^node:\d+\.\d+\.\d+-[\w-]+$/);
    const last = dockerfile.slice(dockerfile.lastIndexOf("\nFROM "));
    expect(last).toMatch(/^USER node$/m);
    for (const [, path = ""] of dockerfile.matchAll(/^COPY (?!--from)(\S+) \S+$/gm))
      expect([path, existsSync(join(root, path))]).toEqual([path, true]);
  });

  it.each(built)("of %s starts a file that its build makes", (name) => {
    const dockerfile = dockerfileOf(name);
    const app = /apps\/([\w-]+)\/Dockerfile/.exec(services[name]?.build?.dockerfile ?? "")?.[1];
    const entry = /CMD \["node", "--enable-source-maps", "dist\/(\w+)\.js"\]$/m.exec(dockerfile)?.[1];
    const { scripts } = JSON.parse(read(`apps/${app}/package.json`)) as { scripts: { build: string } };
    expect(scripts.build).toContain(`src/${entry}.ts`);
  });

  it.each(apps)("of %s asks the health path that the service answers", (name) => {
    const dockerfile = dockerfileOf(name);
    expect(dockerfile).toContain(`http://127.0.0.1:${settingOf(dockerfile, "PORT")}/readyz`);
    expect(dockerfile).toContain(`EXPOSE ${settingOf(dockerfile, "PORT")}`);
  });
});
