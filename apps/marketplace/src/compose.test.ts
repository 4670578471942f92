import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readConfig as catalog } from "@marketplace/catalog-service";
import { readConfig as gateway } from "@marketplace/edge-gateway";
import { readConfig as flex } from "@marketplace/flex-service";
import { readConfig as invoices } from "@marketplace/invoices-service";
import { readConfig as questions } from "@marketplace/questions-service";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";

interface Service {
  build?: { context: string; dockerfile: string };
  image?: string;
  environment?: Record<string, string>;
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: unknown;
}

const root = fileURLToPath(new URL("../../..", import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), "utf8");
// The file is ours; the tests below say what it must hold.
const { services } = parse(read("docker-compose.yml"), { merge: true }) as {
  services: Record<string, Service>;
};
const readers = {
  "catalog-service": catalog,
  "edge-gateway": gateway,
  "flex-service": flex,
  "invoices-service": invoices,
  "questions-service": questions,
} as const;
const apps = Object.keys(readers) as (keyof typeof readers)[];

/** What compose makes of `${NAME:-default}` where nothing is set. */
const filled = (text: string): string => String(text).replace(/\$\{\w+:-([^}]*)\}/g, "$1");
const environmentOf = (name: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(services[name]?.environment ?? {}).map(([key, value]) => [key, filled(value)]),
  );
const dockerfileOf = (name: string): string => read(services[name]?.build?.dockerfile ?? "");
const settingOf = (dockerfile: string, name: string): string | undefined =>
  new RegExp(`^ENV .*\\b${name}=(\\S+)`, "m").exec(dockerfile)?.[1];

describe("docker-compose.yml", () => {
  it.each(apps)("configures %s with everything it requires, and with nothing it does not know", (name) => {
    const config = readers[name](environmentOf(name));
    const known = Object.keys(config).map((key) =>
      key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase(),
    );
    for (const variable of Object.keys(environmentOf(name))) expect(known).toContain(variable);
  });

  it.each(apps)("finds %s under the address the others are given", (name) => {
    const port = settingOf(dockerfileOf(name), "PORT");
    const variable = `${name.replace(/^edge-|-service$/g, "").toUpperCase()}_URL`;
    for (const other of apps) {
      const address = environmentOf(other)[variable];
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
